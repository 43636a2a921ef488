package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.ingest.locate.FaceBox;

/**
 * A face as a detector sees it, in pixels of the frame. Right and left are the person's, so that
 * the right eye is on the image's left.
 */
record Detection(
    double score,
    FaceBox box,
    double rightEyeX,
    double rightEyeY,
    double leftEyeX,
    double leftEyeY) {}
