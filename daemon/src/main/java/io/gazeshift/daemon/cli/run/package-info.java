/**
 * The commands that run roles, ask them for something, or follow what they write. Without options
 * they do as the configuration says.
 */
package io.gazeshift.daemon.cli.run;
