/**
 * Rendered eyes seen through a small frozen backbone: domains with full ground truth, for measuring
 * adaptation. What leaves the package is in the product's convention: pitch, then yaw, positive to
 * the image's left.
 */
package io.gazeshift.benchmarks.scenario;
