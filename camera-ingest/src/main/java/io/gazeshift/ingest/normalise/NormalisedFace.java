package io.gazeshift.ingest.normalise;

import io.gazeshift.protocol.Rotation;
import org.opencv.core.Mat;

/**
 * A face as the virtual camera sees it, and the rotation from camera axes to the virtual camera's
 * ({@code gaze_normalised = R gaze_camera}). The patch belongs to the normaliser and is overwritten
 * by its next face.
 */
public record NormalisedFace(Mat patch, Rotation cameraToVirtual) {}
