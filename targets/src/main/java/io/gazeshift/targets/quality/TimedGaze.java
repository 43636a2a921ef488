package io.gazeshift.targets.quality;

import io.gazeshift.protocol.Gaze;

/** A gaze and when it was captured. */
public record TimedGaze(long captureMicros, Gaze gaze) {}
