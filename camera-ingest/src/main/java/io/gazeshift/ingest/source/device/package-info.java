/** Cameras of this machine, by Video4Linux. */
package io.gazeshift.ingest.source.device;
