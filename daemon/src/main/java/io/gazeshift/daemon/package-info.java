/** The {@code gazeshift} program: its entry point, and how a process starts and ends. */
package io.gazeshift.daemon;
