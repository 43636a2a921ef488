/**
 * Lens calibration: files of intrinsics ({@link io.gazeshift.ingest.calibrate.IntrinsicsFile}) and
 * their measurement from pictures of a board.
 */
package io.gazeshift.ingest.calibrate;
