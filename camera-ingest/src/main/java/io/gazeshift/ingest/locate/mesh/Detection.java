package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.ingest.locate.Box;

/**
 * A face as a detector sees it, in pixels of the frame. Right and left are the person's, so that
 * the right eye is on the image's left.
 */
record Detection(
    double score, Box box, double rightEyeX, double rightEyeY, double leftEyeX, double leftEyeY) {}
