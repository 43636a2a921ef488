/**
 * Writes the generated pages of {@code docs/reference} and checks every document: generated pages
 * are up to date, links resolve, lines are wrapped.
 */
package io.gazeshift.daemon.reference;
