/**
 * The settings of adaptation and of domains, each declared beside the record that holds it. Priors
 * are given here as an installer measures them, in the camera's axes.
 */
@NullMarked
package io.gazeshift.adaptation.config;

import org.jspecify.annotations.NullMarked;
