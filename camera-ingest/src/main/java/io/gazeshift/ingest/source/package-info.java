/**
 * Sources of frames: one {@link io.gazeshift.ingest.source.FrameSource} for each kind of camera,
 * all writing into a frame the caller owns.
 */
package io.gazeshift.ingest.source;
