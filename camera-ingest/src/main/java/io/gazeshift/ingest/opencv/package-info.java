/** Brings OpenCV's native libraries into the process; everything else uses {@code org.opencv}. */
package io.gazeshift.ingest.opencv;
