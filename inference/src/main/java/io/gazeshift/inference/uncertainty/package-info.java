/** How far a prediction may be off, by its model and by the quality of the face. */
@NullMarked
package io.gazeshift.inference.uncertainty;

import org.jspecify.annotations.NullMarked;
