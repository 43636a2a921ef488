/**
 * Cameras to records: {@link io.gazeshift.ingest.IngestService} runs one {@link
 * io.gazeshift.ingest.CameraWorker} for each camera, and the packages below are the stages of a
 * frame: source, locate, normalise, publish.
 */
package io.gazeshift.ingest;
