/**
 * What people look at, as an installer measures it, in the camera's axes: screens, discs, polygons,
 * boxes and directions. Priors and targets share these shapes, so geometry is typed once.
 */
@NullMarked
package io.gazeshift.targets.shape;

import org.jspecify.annotations.NullMarked;
