/** The meters of one camera, which go when the camera goes. */
package io.gazeshift.ingest.metrics;
