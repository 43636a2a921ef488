/**
 * Meters as data: each is declared once, by a spec beside the code that records it, and made from
 * that spec alone. So a list of the specs is the truth about what a process tells.
 */
@NullMarked
package io.gazeshift.common.metrics;

import org.jspecify.annotations.NullMarked;
