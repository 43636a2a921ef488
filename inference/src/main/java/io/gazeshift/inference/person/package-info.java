/** The error of a model that belongs to one person, estimated for each face that is followed. */
@NullMarked
package io.gazeshift.inference.person;

import org.jspecify.annotations.NullMarked;
