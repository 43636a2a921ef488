package io.gazeshift.daemon.live;

import java.time.Instant;

/**
 * A rule that a person in a domain has broken.
 *
 * @param at when its bound was passed
 * @param rule such as eyes-off-road
 * @param value what was measured, in the unit of the bound
 */
public record AlertView(
    Instant at, String camera, int face, String rule, double value, double bound) {}
