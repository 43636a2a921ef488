/**
 * Intel's gaze network gaze-estimation-adas-0002: its two files, pinned by size and SHA-384, their
 * download by {@link io.gazeshift.backbone.openvino.GazeNetworkFetch}, and their translation from
 * OpenVINO's format to ONNX by {@link io.gazeshift.backbone.openvino.GazeNetwork}. Nothing here is
 * downloaded unless it is asked for by name, and nothing here runs a network.
 */
package io.gazeshift.backbone.openvino;
