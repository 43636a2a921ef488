/**
 * Finds the faces of a frame, in camera axes: {@link io.gazeshift.ingest.locate.FaceLocator} and
 * its results.
 */
package io.gazeshift.ingest.locate;
