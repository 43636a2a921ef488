/**
 * Adaptation that may run unattended: it learns the target's frame noise from fixations, and fits
 * the head to the target's gaze distribution if a site prior states it or if only a change of
 * labels explains the data. Otherwise it leaves the head unchanged.
 */
package io.gazeshift.glsge.safe;
