/** The settings of inference, each declared beside the record that holds it. */
@NullMarked
package io.gazeshift.inference.config;

import org.jspecify.annotations.NullMarked;
