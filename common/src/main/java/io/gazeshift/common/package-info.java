/**
 * What every program of ours needs and no library gives: errors for people, retry with back-off,
 * clocks that are set.
 */
package io.gazeshift.common;
