/**
 * The commands about heads and keys: list, show, compare, publish, go back, back up and sign. They
 * work on the records of a cluster, not on a process.
 */
package io.gazeshift.daemon.cli.models;
