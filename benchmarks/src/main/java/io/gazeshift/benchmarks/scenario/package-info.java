/**
 * Rendered eyes seen through a small frozen backbone: places of which everything is known, to
 * measure adaptation on. What leaves the package is in the product's convention: pitch, then yaw,
 * positive to the image's left.
 */
package io.gazeshift.benchmarks.scenario;
