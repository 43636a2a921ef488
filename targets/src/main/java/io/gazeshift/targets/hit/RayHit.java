package io.gazeshift.targets.hit;

import io.gazeshift.targets.shape.PointMm;
import java.util.Optional;

/**
 * Where the gaze meets a target or its plane.
 *
 * @param at in the camera's axes
 * @param inside whether it meets the target itself; otherwise it passes beside it. A nearer target
 *     may hide it all the same
 * @param screen for a screen
 */
public record RayHit(PointMm at, boolean inside, Optional<ScreenPoint> screen) {}
