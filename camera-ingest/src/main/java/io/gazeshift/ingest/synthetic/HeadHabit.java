package io.gazeshift.ingest.synthetic;

/**
 * How people hold their heads in a scene.
 *
 * @param follow which share of a gaze the head turns along
 * @param yawDeg how far it turns to either side by itself; likewise pitch and roll
 * @param sideMm how far it moves to either side; likewise height and depth
 */
public record HeadHabit(
    double follow,
    double yawDeg,
    double pitchDeg,
    double rollDeg,
    double sideMm,
    double heightMm,
    double depthMm) {}
