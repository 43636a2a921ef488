/**
 * How good recorded gaze is, in the measures that eye-tracking laboratories report: accuracy,
 * precision (RMS-S2S, STD, BCEA), data loss and effective frequency, as Niehorster, Zemblys,
 * Beelders and Holmqvist (2020) and ETDQualitizer define them. Nothing here knows where the gaze
 * came from.
 */
@NullMarked
package io.gazeshift.targets.quality;

import org.jspecify.annotations.NullMarked;
