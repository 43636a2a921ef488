/**
 * The command {@code gazeshift bench} and those below it. The program finds them by {@link
 * java.util.ServiceLoader} and does not know this module.
 */
package io.gazeshift.benchmarks.cli;
