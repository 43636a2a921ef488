/**
 * Inference in the process of the cameras, with nothing between them but memory: faces go in,
 * predictions and features come out, and no image ever leaves.
 */
@NullMarked
package io.gazeshift.inference.edge;

import org.jspecify.annotations.NullMarked;
