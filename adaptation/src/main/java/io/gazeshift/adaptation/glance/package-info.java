/**
 * Labelled glances: looks at known points, gathered from the features that inference commits, kept
 * on gaze.calibration, and read where frames of known gaze are needed.
 */
@NullMarked
package io.gazeshift.adaptation.glance;

import org.jspecify.annotations.NullMarked;
