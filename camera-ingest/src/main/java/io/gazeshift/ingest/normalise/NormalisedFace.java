package io.gazeshift.ingest.normalise;

import io.gazeshift.protocol.Rotation;
import org.opencv.core.Mat;

/**
 * A face as the virtual camera sees it. The patch belongs to the normaliser and is overwritten by
 * its next face.
 *
 * @param cameraToVirtual from camera axes to the virtual camera's ({@code gaze_normalised = R
 *     gaze_camera})
 * @param enlargement pixels of the patch for each pixel of the frame, along a line
 * @param insideFrame the part of the patch that the frame covers, 0 to 1; the rest is black
 */
public record NormalisedFace(
    Mat patch, Rotation cameraToVirtual, double enlargement, double insideFrame) {}
