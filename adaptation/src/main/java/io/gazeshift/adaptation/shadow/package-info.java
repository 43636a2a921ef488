/**
 * Looks at heads while they predict: a candidate beside the active head before it is published, and
 * a published head beside its parent for a while after. Both are computed on the same features, so
 * that a change of the scene says nothing about either. Knows no topics.
 */
@NullMarked
package io.gazeshift.adaptation.shadow;

import org.jspecify.annotations.NullMarked;
