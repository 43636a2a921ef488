/**
 * Models for other programs: a head, alone or behind its backbone, as one ONNX file that runs in
 * any ONNX runtime and was run once before anybody gets it.
 */
package io.gazeshift.backbone.export;
