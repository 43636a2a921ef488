package io.gazeshift.trials;

import com.google.protobuf.ByteString;
import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.keys.HeadSigner;
import io.gazeshift.inference.keys.KeyFiles;
import io.gazeshift.protocol.v1.HeadModel;
import io.gazeshift.testing.TestHeads;
import io.gazeshift.trials.harness.RawRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Heads that must never predict, each with the reason it is rejected for. The one they would
 * replace answers {@link #PITCH_RAD} whatever it is shown.
 */
final class HostileModels {

  static final float PITCH_RAD = 0.2f;

  /** One record for gaze.models, and the reason it is rejected for. */
  record Hostile(Optional<ByteString> value, String reason) {

    Hostile(byte[] value, String reason) {
      this(Optional.ofNullable(value).map(ByteString::copyFrom), reason);
    }

    /** As a producer takes it: null is no value. */
    byte[] bytes() {
      return value.map(ByteString::toByteArray).orElse(null);
    }
  }

  private final String domain;
  private final int inputs;
  private final String fingerprint;
  private final HeadSigner trusted;
  private final HeadSigner stranger;

  HostileModels(String domain, KeyFiles trusted, KeyFiles stranger) {
    ModelDirectory model = ModelDirectory.builtIn(BuiltInModel.STUDIO);
    this.domain = domain;
    this.inputs = model.sourceHead().inputs();
    this.fingerprint = model.sourceHeadFile().backboneFingerprint();
    this.trusted = HeadSigner.read(trusted.privateKey());
    this.stranger = HeadSigner.read(stranger.privateKey());
  }

  /** The one to be replaced. */
  byte[] good(long version) {
    return signed(sealed(version, TestHeads.constant(inputs, PITCH_RAD, 0)));
  }

  /** What is to be tried while this version is active, by name. */
  Map<String, Hostile> all(long active) {
    long next = active + 1;
    HeadModel fine = sealed(next, TestHeads.constant(inputs, 0.4f, 0));
    byte[] fineBytes = signed(fine);
    Map<String, Hostile> all = new LinkedHashMap<>();
    all.put("a weight that is NaN", hostile(weight(next, Float.NaN), "NOT_FINITE"));
    all.put(
        "a weight that is infinite", hostile(weight(next, Float.POSITIVE_INFINITY), "NOT_FINITE"));
    all.put("weights that overflow", hostile(weight(next, Float.MAX_VALUE), "NOT_FINITE"));
    all.put("another width", hostile(sealed(next, TestHeads.constant(7, 0.4f, 0)), "WRONG_SHAPE"));
    all.put("layers that do not join", hostile(notJoined(next), "UNDECODABLE"));
    all.put(
        "another backbone",
        hostile(
            TestHeads.record(domain, next, "0".repeat(64), TestHeads.constant(inputs, 0.4f, 0)),
            "OTHER_BACKBONE"));
    all.put("weights altered after sealing", new Hostile(altered(fine), "WRONG_HASH"));
    all.put("no signature", new Hostile(RawRecord.encode(fine), "UNSIGNED"));
    all.put(
        "the signature of another key",
        new Hostile(RawRecord.encode(stranger.sign(fine)), "WRONG_SIGNATURE"));
    all.put("a signed head of another domain", new Hostile(elsewhere(next), "WRONG_KEY"));
    all.put("an old version, replayed", new Hostile(good(active), "OLD_VERSION"));
    all.put(
        "a version that has no successor",
        hostile(sealed(Long.MIN_VALUE, TestHeads.constant(inputs, 0.4f, 0)), "WRONG_VERSION"));
    all.put("no value", new Hostile(Optional.empty(), "NO_VALUE"));
    all.put("no bytes", new Hostile(new byte[0], "UNDECODABLE"));
    all.put(
        "half a record",
        new Hostile(Arrays.copyOf(fineBytes, fineBytes.length / 2), "UNDECODABLE"));
    all.put("noise", new Hostile(new byte[] {1, 2, 3, 4, 5, 6, 7}, "UNDECODABLE"));
    return all;
  }

  private HeadModel sealed(long version, Head head) {
    return TestHeads.record(domain, version, fingerprint, head);
  }

  private byte[] signed(HeadModel head) {
    return RawRecord.encode(trusted.sign(head));
  }

  private Hostile hostile(HeadModel head, String reason) {
    return new Hostile(signed(head), reason);
  }

  /** The last layer's weights are the value; its input is not 0. */
  private HeadModel weight(long version, float value) {
    HeadModel head =
        sealed(
            version,
            new Head(
                new DenseLayer(inputs, 1, new float[inputs], new float[] {2}),
                new DenseLayer(1, 1, new float[] {1}, new float[1]),
                new DenseLayer(1, 2, new float[] {1, 1}, new float[2])));
    ByteBuffer weights = ByteBuffer.allocate(2 * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    weights.putFloat(value).putFloat(value).flip();
    return TestHeads.sealed(
        head.toBuilder()
            .setLayers(
                2, head.getLayers(2).toBuilder().setWeight(ByteString.copyFrom(weights)).build())
            .build());
  }

  private HeadModel notJoined(long version) {
    HeadModel wide = sealed(version, TestHeads.constant(inputs, 0.4f, 0));
    HeadModel other = sealed(version, TestHeads.constant(9, 0.4f, 0));
    return TestHeads.sealed(wide.toBuilder().setLayers(1, other.getLayers(0)).build());
  }

  private byte[] altered(HeadModel head) {
    ByteString zeros = head.getLayers(2).getBias();
    HeadModel altered =
        head.toBuilder()
            .setLayers(
                2,
                head.getLayers(2).toBuilder()
                    .setBias(ByteString.copyFrom(new byte[zeros.size()]))
                    .build())
            .build();
    return signed(altered);
  }

  private byte[] elsewhere(long version) {
    return signed(
        TestHeads.record(
            domain + "-other", version, fingerprint, TestHeads.constant(inputs, 0.4f, 0)));
  }
}
