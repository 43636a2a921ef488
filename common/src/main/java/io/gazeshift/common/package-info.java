/**
 * What every program needs and no library provides: user errors, retry with back-off, detection of
 * clock changes.
 */
package io.gazeshift.common;
