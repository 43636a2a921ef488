package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.protocol.Gaze;

/**
 * Everything there is to know about one synthetic frame: what is drawn is a function of this (and
 * of who sits there). The gaze is in camera axes; a light level of 1 is a well-lit room.
 */
public record SyntheticTruth(
    long frameSeq, HeadPose pose, Gaze gaze, double eyeOpenness, double lightLevel) {}
