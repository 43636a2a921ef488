/**
 * Where a camera's intrinsics come from: files that hold them ({@link
 * io.gazeshift.ingest.calibrate.IntrinsicsFile}) and pictures of a board that tell them.
 */
package io.gazeshift.ingest.calibrate;
