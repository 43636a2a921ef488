/**
 * Backbone architectures as data: a list of layers with the names of their weights. What a layer
 * means is said by an {@link io.gazeshift.backbone.network.Interpreter}; the one here writes ONNX.
 */
package io.gazeshift.backbone.network;
