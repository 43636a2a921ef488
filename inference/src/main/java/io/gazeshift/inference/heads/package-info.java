/**
 * The active heads: how they stand in records, how gaze.models is read, and which head predicts for
 * a domain now. Knows neither how a head was made nor whether it is to be believed.
 */
@NullMarked
package io.gazeshift.inference.heads;

import org.jspecify.annotations.NullMarked;
