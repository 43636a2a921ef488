package io.gazeshift.daemon.live;

/**
 * What a face looks at most probably.
 *
 * @param name of the target, or {@link io.gazeshift.targets.shape.Target#ELSEWHERE}
 */
public record TargetView(String name, double probability) {}
