package io.gazeshift.adaptation.domains;

import io.gazeshift.protocol.v1.FeatureSample;

/** Sees every readable face of the partitions that are this process's, in order. */
public interface FaceObserver {

  void saw(OwnedPartition partition, FeatureSample face);

  /** The partition is another process's now. */
  void forget(OwnedPartition partition);
}
