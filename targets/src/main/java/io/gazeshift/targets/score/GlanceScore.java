package io.gazeshift.targets.score;

import java.util.OptionalDouble;

/**
 * How well glances were found.
 *
 * @param truths how many there truly were
 * @param found how many of them were found
 * @param spurious how many were told that find none
 * @param onsetMillis by how much the start of a found glance is off, the median; empty if none was
 *     found
 */
public record GlanceScore(int truths, int found, int spurious, OptionalDouble onsetMillis) {}
