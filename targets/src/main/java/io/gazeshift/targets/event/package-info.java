/**
 * From a face's gaze over time to events: fixations, glances at targets, blinks, the face lost and
 * found, and what breaks the rules for drivers. Everything is driven by capture time, so the same
 * frames give the same events whenever and in whatever order they arrive, and the state can be
 * stored and restored between any two frames.
 */
@NullMarked
package io.gazeshift.targets.event;

import org.jspecify.annotations.NullMarked;
