/**
 * Reports of adaptation runs: for each run a self-contained page and a JSON file. Only the files of
 * the most recent runs are kept.
 */
@NullMarked
package io.gazeshift.adaptation.report;

import org.jspecify.annotations.NullMarked;
