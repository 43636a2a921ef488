/**
 * Simulated people: the landmarks that a face of known anatomy, pose and gaze would be found with.
 * They stand in for a data set of real gaze.
 */
package io.gazeshift.backbone.simulation;
