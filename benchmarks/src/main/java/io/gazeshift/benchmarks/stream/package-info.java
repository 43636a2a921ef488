/** The cost of the live stream. */
package io.gazeshift.benchmarks.stream;
