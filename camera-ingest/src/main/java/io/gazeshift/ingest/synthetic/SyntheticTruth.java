package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.protocol.Gaze;

/**
 * The truth about one synthetic frame.
 *
 * <p>The gaze is the direction from the face centre (the point of the pose: the mean of the four
 * corners of the eyes and the two of the mouth) to the point that both visual axes meet at, in
 * camera axes, as data sets of faces define it. It is not where the eyeballs point: a person's
 * visual axis differs from the axis of the eyeball by a few degrees, some of it the same for both
 * eyes, and the eyes lie above the face centre, which matters the more the nearer the point is.
 * While the eyes are closed it is where they would look.
 *
 * @param person counts the people who have sat there, from 0
 * @param eyeOpenness 0 closed to 1 open
 */
public record SyntheticTruth(
    long frameSeq, int person, HeadPose pose, Gaze gaze, double eyeOpenness) {}
