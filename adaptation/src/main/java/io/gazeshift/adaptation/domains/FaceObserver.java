package io.gazeshift.adaptation.domains;

import io.gazeshift.protocol.v1.FeatureSample;

/** Receives every readable face of the assigned partitions, in order. */
public interface FaceObserver {

  void saw(OwnedPartition partition, FeatureSample face);

  /** The partition now belongs to another process. */
  void forget(OwnedPartition partition);
}
