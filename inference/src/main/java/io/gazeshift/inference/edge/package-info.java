/**
 * Inference in the process of the cameras, with nothing between them but memory: faces go in,
 * predictions and features come out, and no image ever leaves.
 */
package io.gazeshift.inference.edge;
