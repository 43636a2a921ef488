/** The settings of inference, each declared beside the record that holds it. */
package io.gazeshift.inference.config;
