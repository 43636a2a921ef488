/** Loads OpenCV's native libraries; everything else uses {@code org.opencv}. */
package io.gazeshift.ingest.opencv;
