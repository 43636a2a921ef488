/** {@code gazeshift targets}: what people look at in the domains of the configuration. */
package io.gazeshift.daemon.cli.targets;
