/**
 * Normalises a face: from a frame and a head pose to the patch of a virtual camera that looks
 * straight at the face from a fixed distance, and the quality of that patch.
 */
package io.gazeshift.ingest.normalise;
