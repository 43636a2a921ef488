package io.gazeshift.benchmarks.scenario;

import io.gazeshift.glsge.label.SitePrior;

/**
 * The domain that a head is adapted to.
 *
 * @param frames what the camera there has seen, in fixations of five frames; a method may look at
 *     the features and fixations only
 * @param test other frames of the same people, to measure on
 * @param glances further frames with known gaze, in fixations of five
 * @param prior the site prior that the installer could have given
 */
public record TargetScene(FrameSet frames, FrameSet test, FrameSet glances, SitePrior prior) {}
