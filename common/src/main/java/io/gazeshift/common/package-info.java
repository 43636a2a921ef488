/**
 * What every program needs and no library provides: user errors, retry with back-off, detection of
 * clock changes.
 */
@NullMarked
package io.gazeshift.common;

import org.jspecify.annotations.NullMarked;
