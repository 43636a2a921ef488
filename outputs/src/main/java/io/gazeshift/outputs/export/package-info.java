/** Predictions as tables in files. */
@NullMarked
package io.gazeshift.outputs.export;

import org.jspecify.annotations.NullMarked;
