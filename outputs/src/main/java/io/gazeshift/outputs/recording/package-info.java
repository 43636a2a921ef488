/** Recordings of what is published, in files, and their replay. */
@NullMarked
package io.gazeshift.outputs.recording;

import org.jspecify.annotations.NullMarked;
