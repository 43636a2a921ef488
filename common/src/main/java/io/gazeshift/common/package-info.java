/**
 * What every program of ours needs and no library gives: errors for people, retry with back-off,
 * clocks that are set.
 */
@NullMarked
package io.gazeshift.common;

import org.jspecify.annotations.NullMarked;
