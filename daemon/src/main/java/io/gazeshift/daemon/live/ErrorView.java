package io.gazeshift.daemon.live;

/**
 * Mean angles to the true gaze over the last seconds, all on the same faces.
 *
 * @param degrees of the active head
 * @param sourceDegrees of the source head
 * @param shrunkDegrees of the source head's predictions pulled towards their own mean by the factor
 *     that is best in hindsight: the control that an adaptation must beat
 * @param faces the number of faces
 */
public record ErrorView(double degrees, double sourceDegrees, double shrunkDegrees, long faces) {}
