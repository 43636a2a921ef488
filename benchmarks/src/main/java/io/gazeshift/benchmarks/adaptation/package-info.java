/**
 * What runs of adaptation cost in time and memory. The features are made up, so that any width and
 * number of domains can be measured.
 */
package io.gazeshift.benchmarks.adaptation;
