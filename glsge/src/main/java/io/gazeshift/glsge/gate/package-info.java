/**
 * Judges an adapted head without labels before it may serve: small checks, each with a value, a
 * bound and a reason in plain words. Labelled glances, where a site has them, decide above all.
 */
package io.gazeshift.glsge.gate;
