/**
 * The commands that tell about an installation: its configuration, its versions, and what is wrong
 * with it. They change nothing.
 */
package io.gazeshift.daemon.cli.setup;
