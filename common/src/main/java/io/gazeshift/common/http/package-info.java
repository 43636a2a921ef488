/** HTTP with the JDK's server: listen addresses, request checks and limits. */
package io.gazeshift.common.http;
