/**
 * Where people look at a site: from what the installer knows, in the camera's axes, to the law of
 * gaze that heads predict, in the virtual camera's.
 */
@NullMarked
package io.gazeshift.adaptation.prior;

import org.jspecify.annotations.NullMarked;
