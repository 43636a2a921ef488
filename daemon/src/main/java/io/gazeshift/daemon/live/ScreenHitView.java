package io.gazeshift.daemon.live;

import java.util.OptionalDouble;

/**
 * Where a gaze meets the plane of a screen, from the screen's top left corner as the person sees
 * it; also beside the screen.
 *
 * @param radiusMm 68 percent of such gazes are off by less; empty where the model does not say
 */
public record ScreenHitView(
    String screen, double rightMm, double downMm, OptionalDouble radiusMm) {}
