package io.gazeshift.daemon.live;

import java.util.OptionalDouble;

/**
 * How far predicted points on a screen are from the true ones.
 *
 * @param target the screen
 * @param faces that truly looked at it
 * @param millimetres the median; infinite where most predictions do not meet the screen's plane
 * @param pixels likewise; empty where the screen's resolution is not configured
 */
public record ScreenErrorView(
    String target, long faces, double millimetres, OptionalDouble pixels) {}
