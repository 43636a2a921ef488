package io.gazeshift.daemon.live;

/**
 * Mean angles to the truth over the last seconds, all on the same faces.
 *
 * @param degrees of the head in force
 * @param sourceDegrees of the source head
 * @param shrunkDegrees of the source head's predictions pulled towards their own mean by the factor
 *     that is best in hindsight: the control that an adaptation must beat
 * @param faces how many these are means of
 */
public record ErrorView(double degrees, double sourceDegrees, double shrunkDegrees, long faces) {}
