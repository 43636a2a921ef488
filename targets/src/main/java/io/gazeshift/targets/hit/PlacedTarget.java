package io.gazeshift.targets.hit;

import io.gazeshift.targets.shape.Target;

/** A target with what can be computed before it is known where the eye is. */
record PlacedTarget(Target target, Sight sight, RayTest ray) {

  /**
   * @param index of the target in its domain
   */
  static PlacedTarget of(int index, Target target) {
    return new PlacedTarget(target, Sight.of(index, target.shape()), RayTest.of(target.shape()));
  }
}
