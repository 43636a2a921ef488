/** What {@code gazeshift doctor} looks at: each check answers what it found and what to do. */
package io.gazeshift.daemon.doctor;
