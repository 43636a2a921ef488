/**
 * The catalogue of everything a process measures, and the registry that holds to it: what is not in
 * the catalogue is not told.
 */
package io.gazeshift.daemon.meters;
