/**
 * A backbone without images: what the landmarks of a face say about its gaze, as an ONNX file and
 * in Java.
 */
package io.gazeshift.backbone.landmarks;
