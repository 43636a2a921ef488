/**
 * From a gaze and its uncertainty to what is looked at: where the gaze meets each target, and how
 * probable each target is.
 */
@NullMarked
package io.gazeshift.targets.hit;

import org.jspecify.annotations.NullMarked;
