/**
 * The data quality of a domain: of the predictions that were published, and of heads on glances at
 * known points, before and after adaptation.
 */
@NullMarked
package io.gazeshift.adaptation.quality;

import org.jspecify.annotations.NullMarked;
