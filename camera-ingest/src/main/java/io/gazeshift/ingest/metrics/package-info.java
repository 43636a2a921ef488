/** The meters of a camera, removed when the camera is closed. */
package io.gazeshift.ingest.metrics;
