/** Outlets of the Lab Streaming Layer, for recording together with other devices. */
@NullMarked
package io.gazeshift.outputs.lsl;

import org.jspecify.annotations.NullMarked;
