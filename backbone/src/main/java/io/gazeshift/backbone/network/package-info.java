/**
 * Backbone architectures as data: a list of layers with the names of their weights. An {@link
 * io.gazeshift.backbone.network.Interpreter} gives the layers their meaning; the one here writes
 * ONNX.
 */
package io.gazeshift.backbone.network;
