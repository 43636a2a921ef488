/**
 * Cameras to records: {@link io.gazeshift.ingest.IngestService} runs one {@link
 * io.gazeshift.ingest.CameraWorker} for each camera, and the packages below are the stations of a
 * frame in it: source, locate, normalise, publish.
 */
package io.gazeshift.ingest;
