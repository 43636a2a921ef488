/**
 * What integration tests and trials stand on: a real broker, inference with the built-in model, a
 * small world whose truth is known, and the program as a user runs it.
 */
package io.gazeshift.testing;
