/** Reads the product's topics as an application would. */
package io.gazeshift.inference.predictions;
