/**
 * What every program of ours needs and no library gives: errors for people, retry with back-off.
 */
package io.gazeshift.common;
