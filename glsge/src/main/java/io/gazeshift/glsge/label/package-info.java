/**
 * Where people look in the target domain: distributions of gaze labels, how they are estimated from
 * pseudo labels or given by a site prior, and the importance weights of source samples that follow
 * from them. Labels are pairs of angles in radians; the order of the two is the caller's.
 */
package io.gazeshift.glsge.label;
