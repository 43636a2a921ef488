/**
 * The roles of a process, put together by hand: cameras, inference, adaptation, and the page beside
 * them. Everything that is opened is closed here, last opened first.
 */
package io.gazeshift.daemon.roles;
