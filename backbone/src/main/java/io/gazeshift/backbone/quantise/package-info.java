/**
 * Turns an ONNX network of float numbers into one that multiplies bytes, which CPUs do about twice
 * as fast, and judges it by how much the gaze changes.
 */
package io.gazeshift.backbone.quantise;
