/**
 * Networks in TensorFlow Lite's format, run by ONNX Runtime: {@link
 * io.gazeshift.ingest.tflite.TfliteNet} reads a file, translates it as it is loaded, and runs it.
 * Knows the operators of MediaPipe's face models and no others.
 */
package io.gazeshift.ingest.tflite;
