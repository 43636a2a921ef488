package io.gazeshift.daemon.adapt;

import io.gazeshift.protocol.v1.FeatureSample;

/** Sees every readable face of the partitions that are this process's, in order. */
interface FaceObserver {

  void saw(OwnedPartition partition, FeatureSample face);

  /** The partition is another process's now. */
  void forget(OwnedPartition partition);
}
