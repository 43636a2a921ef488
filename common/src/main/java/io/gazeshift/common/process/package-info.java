/** What every process of the program needs to end in order: signals, and threads in native code. */
@NullMarked
package io.gazeshift.common.process;

import org.jspecify.annotations.NullMarked;
