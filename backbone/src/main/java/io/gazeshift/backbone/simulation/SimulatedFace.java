package io.gazeshift.backbone.simulation;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FaceFrame;

/**
 * A face as a camera's process would publish it, without a patch, and where it really looks.
 *
 * @param gaze in the axes of the face's virtual camera
 */
public record SimulatedFace(FaceFrame face, Gaze gaze) {}
