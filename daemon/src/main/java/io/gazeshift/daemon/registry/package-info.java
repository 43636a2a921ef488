/** The heads that are in force, read from gaze.models for a command that asks once. */
package io.gazeshift.daemon.registry;
