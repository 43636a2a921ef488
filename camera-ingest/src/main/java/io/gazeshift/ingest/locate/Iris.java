package io.gazeshift.ingest.locate;

/**
 * An iris in the pixels of its frame, as the lens shows it; the centre of the first pixel is (0,
 * 0). The radius is the mean distance of its edge from its centre to the right, left, top and
 * bottom: an iris seen from the side appears narrower.
 */
public record Iris(double x, double y, double radiusPx) {}
