package io.gazeshift.testing;

import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.heads.HeadRecords;
import io.gazeshift.inference.keys.HeadSeal;
import io.gazeshift.protocol.v1.HeadModel;
import java.util.List;

/** Heads that are easy to recognise, and records of them. */
public final class TestHeads {

  private TestHeads() {}

  /** Answers the same whatever it is shown. */
  public static Head constant(int inputs, float pitchRad, float yawRad) {
    return new Head(
        new DenseLayer(inputs, 1, new float[inputs], new float[1]),
        new DenseLayer(1, 1, new float[1], new float[1]),
        new DenseLayer(1, 2, new float[2], new float[] {pitchRad, yawRad}));
  }

  /** A record that fits; after changing its layers, seal it again. */
  public static HeadModel record(String domain, long version, String fingerprint, Head head) {
    return sealed(
        HeadModel.newBuilder()
            .setDomain(domain)
            .setVersion(version)
            .setBackboneFingerprint(fingerprint)
            .addAllLayers(HeadRecords.layers(head))
            .build());
  }

  public static List<io.gazeshift.protocol.v1.DenseLayer> layers(Head head) {
    return HeadRecords.layers(head);
  }

  public static HeadModel sealed(HeadModel head) {
    return head.toBuilder().setSha256(HeadSeal.sha256(head)).build();
  }
}
