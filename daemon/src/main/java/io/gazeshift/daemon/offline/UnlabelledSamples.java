package io.gazeshift.daemon.offline;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.TargetSet;

/**
 * Features of a place, and nothing about where anybody looked.
 *
 * @param backboneFingerprint which backbone made the features, or empty if unknown
 * @param name what to call them in messages
 */
public record UnlabelledSamples(FeatureRows features, String backboneFingerprint, String name) {

  public TargetSet target() {
    return TargetSet.unlabelled(features);
  }
}
