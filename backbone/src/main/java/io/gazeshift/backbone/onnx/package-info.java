/**
 * ONNX files as data: writing small graphs and reading what a file says it takes and gives. Nothing
 * here runs a model.
 */
package io.gazeshift.backbone.onnx;
