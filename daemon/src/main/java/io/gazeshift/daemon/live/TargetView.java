package io.gazeshift.daemon.live;

/**
 * How probable it is that a face looks at a target.
 *
 * @param name of the target, or {@link io.gazeshift.targets.shape.Target#ELSEWHERE}
 */
public record TargetView(String name, double probability) {}
