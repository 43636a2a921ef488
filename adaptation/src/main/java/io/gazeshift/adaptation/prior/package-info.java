/**
 * Where people look in a domain: from the installer's configuration, in the camera's axes, to the
 * gaze distribution that heads predict, in the virtual camera's axes.
 */
@NullMarked
package io.gazeshift.adaptation.prior;

import org.jspecify.annotations.NullMarked;
