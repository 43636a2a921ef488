package io.gazeshift.ingest.synthetic;

/**
 * What a camera makes of the light: standard deviation of its noise in levels, how far a point
 * spreads, what the light is multiplied by, and whether it sees colours.
 */
public record Sensor(double noiseLevels, double blurPx, double exposure, Look look) {}
