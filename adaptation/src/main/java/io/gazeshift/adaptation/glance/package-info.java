/**
 * Labelled glances: looks at known points, gathered from the features that inference commits, kept
 * on gaze.calibration, and read by whoever needs frames of known gaze.
 */
@NullMarked
package io.gazeshift.adaptation.glance;

import org.jspecify.annotations.NullMarked;
