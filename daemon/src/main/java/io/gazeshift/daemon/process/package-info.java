/**
 * What belongs to the process and not to a role: its native libraries, where they are unpacked, and
 * the signal that ends it.
 */
package io.gazeshift.daemon.process;
