/**
 * ONNX files as data: writes small graphs and reads the inputs and outputs of a file. Nothing here
 * runs a model.
 */
package io.gazeshift.backbone.onnx;
