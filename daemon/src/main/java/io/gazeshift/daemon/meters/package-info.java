/**
 * The meter catalogue, and the registry that enforces it: a process exposes no metric that is not
 * in the catalogue.
 */
package io.gazeshift.daemon.meters;
