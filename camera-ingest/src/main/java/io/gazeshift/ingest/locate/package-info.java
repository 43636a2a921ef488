/**
 * Where the faces of a frame are, in camera axes: {@link io.gazeshift.ingest.locate.FaceLocator}
 * and what it answers.
 */
package io.gazeshift.ingest.locate;
