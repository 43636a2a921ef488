/** Listening for HTTP with the JDK's server: where, for whom, and with limits. */
package io.gazeshift.common.http;
