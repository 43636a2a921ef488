/**
 * What adaptation tells about its runs, as records on gaze.adaptations, and what those records say
 * of past runs when they are read again. The gate's checks themselves are in {@code glsge}.
 */
@NullMarked
package io.gazeshift.adaptation.events;

import org.jspecify.annotations.NullMarked;
