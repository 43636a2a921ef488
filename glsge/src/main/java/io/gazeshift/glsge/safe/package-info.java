/**
 * Adaptation that may run unattended: it learns the target's frame noise from fixations, narrows
 * the head to the target's gaze distribution where only the labels can explain what is seen or a site
 * prior states it, and otherwise leaves the head alone.
 */
package io.gazeshift.glsge.safe;
