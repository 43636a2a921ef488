/**
 * Exports models for other programs: a head, alone or with its backbone, as one ONNX file that runs
 * in any ONNX runtime and was run once as a check.
 */
package io.gazeshift.backbone.export;
