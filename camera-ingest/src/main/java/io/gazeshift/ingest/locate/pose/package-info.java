/**
 * From the points of a face in a picture to where the head is: the way of every locator that finds
 * landmarks, whoever found them.
 */
package io.gazeshift.ingest.locate.pose;
