/** A steadier gaze beside the raw one, for each face that is followed. */
@NullMarked
package io.gazeshift.inference.smooth;

import org.jspecify.annotations.NullMarked;
