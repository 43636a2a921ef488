/**
 * Pictures of the eyes as a gaze network takes them: {@link io.gazeshift.backbone.eyes.EyeCrop}
 * cuts them from a normalised patch, {@link io.gazeshift.backbone.eyes.SecondOpinion} leads them,
 * with the head's rotation, to the network within an ONNX graph.
 */
package io.gazeshift.backbone.eyes;
