/**
 * Meters as data: each is declared once, by a spec beside the code that records it, and made from
 * that spec alone. So the list of specs is the complete meter catalogue of a process.
 */
@NullMarked
package io.gazeshift.common.metrics;

import org.jspecify.annotations.NullMarked;
