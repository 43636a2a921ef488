package io.gazeshift.targets.hit;

import io.gazeshift.targets.shape.Target;
import java.util.Optional;

/**
 * What a gaze has to do with one target.
 *
 * @param probability that the person looks at it, given the gaze and its uncertainty; what nearer
 *     targets hide of it does not count
 * @param ray empty where the gaze does not meet its plane, misses its box or it has no place
 */
public record TargetHit(Target target, double probability, Optional<RayHit> ray) {}
