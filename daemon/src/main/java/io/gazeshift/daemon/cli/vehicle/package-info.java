/** {@code gazeshift vehicle}: what Gazeshift may know of a vehicle. */
package io.gazeshift.daemon.cli.vehicle;
