package io.gazeshift.adaptation.glance;

import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.targets.shape.PointMm;

/**
 * A face that inference has seen.
 *
 * @param face its position, in the camera's axes
 */
record Sighting(FeatureSample sample, PointMm face) {}
