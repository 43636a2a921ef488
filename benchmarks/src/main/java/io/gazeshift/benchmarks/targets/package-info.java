/** How long it takes to say what is looked at. */
package io.gazeshift.benchmarks.targets;
