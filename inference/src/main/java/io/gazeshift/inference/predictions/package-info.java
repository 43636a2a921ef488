/** Reads the product's topics as an application would. */
@NullMarked
package io.gazeshift.inference.predictions;

import org.jspecify.annotations.NullMarked;
