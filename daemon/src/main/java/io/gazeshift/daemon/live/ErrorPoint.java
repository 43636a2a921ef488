package io.gazeshift.daemon.live;

import java.time.Instant;

/** The rolling error at one second; see {@link ErrorView}. */
public record ErrorPoint(Instant at, double degrees, double sourceDegrees) {}
