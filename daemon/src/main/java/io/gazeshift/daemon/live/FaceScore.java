package io.gazeshift.daemon.live;

import java.time.Instant;
import java.util.OptionalDouble;

/**
 * How far several ways to predict one face are from where it really looks, in degrees.
 *
 * @param captured when the face was
 * @param version the head in force
 * @param degrees of the head in force
 * @param sourceDegrees of the source head
 * @param shrunkDegrees of the source head pulled towards its own mean
 * @param priorDegrees of the mean of the site's prior, where there is one
 */
record FaceScore(
    Instant captured,
    long version,
    double degrees,
    double sourceDegrees,
    double shrunkDegrees,
    OptionalDouble priorDegrees) {}
