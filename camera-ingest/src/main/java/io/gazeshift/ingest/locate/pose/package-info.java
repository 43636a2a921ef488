/**
 * From the points of a face in a picture to where the head is: the common step of every locator
 * that finds landmarks.
 */
package io.gazeshift.ingest.locate.pose;
