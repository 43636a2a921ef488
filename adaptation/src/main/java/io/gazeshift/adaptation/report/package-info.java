/**
 * What an adaptation did, as one page to look at and one JSON file: no network, no scripts. The
 * files of past runs are kept up to a number.
 */
@NullMarked
package io.gazeshift.adaptation.report;

import org.jspecify.annotations.NullMarked;
