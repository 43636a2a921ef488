/**
 * How well targets, hit points and glances agree with the truth, where it is known: for rendered
 * people.
 */
@NullMarked
package io.gazeshift.targets.score;

import org.jspecify.annotations.NullMarked;
