/**
 * Asking a running adaptation for a run, and what was asked and is not done yet. The answer comes
 * as an event on gaze.adaptations.
 */
@NullMarked
package io.gazeshift.adaptation.request;

import org.jspecify.annotations.NullMarked;
