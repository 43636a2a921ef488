package io.gazeshift.daemon.live;

/**
 * What was said to be looked at while one head was active, on the same faces.
 *
 * @param version of the head; 0 is the source head
 * @param source what the source head would have said
 * @param active what was said
 */
public record TargetPeriodView(
    String domain, long version, TargetScoreView source, TargetScoreView active) {}
