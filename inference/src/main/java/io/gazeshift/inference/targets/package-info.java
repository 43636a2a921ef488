/** What predictions look at among the targets of their domain. */
@NullMarked
package io.gazeshift.inference.targets;

import org.jspecify.annotations.NullMarked;
