/**
 * What a frame costs until its faces are normalised, beside the same steps in Python, and whether
 * cameras keep their pace for hours.
 */
package io.gazeshift.benchmarks.ingest;
