/**
 * Writes ONNX files, for face models that are translated as they are loaded and for backbones that
 * are trained or exported. Nothing here runs a model.
 */
package io.gazeshift.ingest.onnx;
