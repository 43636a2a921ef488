/** What an adaptation did, as one page to look at: no network, no scripts. */
package io.gazeshift.adaptation.report;
