/**
 * Judges an adapted head without labels before it becomes active: small checks, each with a value,
 * a bound and a reason. Labelled glances, if a domain has them, take precedence.
 */
package io.gazeshift.glsge.gate;
