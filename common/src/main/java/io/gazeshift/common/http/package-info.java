/** Listening for HTTP with the JDK's server: where, for whom, and with limits. */
@NullMarked
package io.gazeshift.common.http;

import org.jspecify.annotations.NullMarked;
