/** Made-up domains for benchmarks and tests of adaptation; no role uses them. */
@NullMarked
package io.gazeshift.adaptation.synthetic;

import org.jspecify.annotations.NullMarked;
