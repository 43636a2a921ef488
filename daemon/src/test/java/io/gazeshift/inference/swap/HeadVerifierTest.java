package io.gazeshift.inference.swap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.heads.VersionedHead;
import io.gazeshift.inference.keys.HeadSigner;
import io.gazeshift.inference.keys.KeyFiles;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.inference.swap.RejectedHeadException.Reason;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.v1.HeadModel;
import io.gazeshift.testing.TestHeads;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeadVerifierTest {

  private static final String BACKBONE = "0123456789abcdef";
  private static final float[] PROBE = {1, 2, 3};
  private static final Head HEAD = TestHeads.constant(3, 0.1f, 0.2f);
  private static final HeadModel GOOD = TestHeads.record("van", 5, BACKBONE, HEAD);

  private final HeadVerifier verifier = new HeadVerifier(BACKBONE, PROBE, TrustedKeys.none());

  @Test
  void aHeadThatFitsIsTakenUnderItsVersion() throws RejectedHeadException {
    assertThat(verifier.verify("van", RecordType.HEAD_MODEL.encode(GOOD), 4))
        .isEqualTo(new VersionedHead(HEAD, 5));
  }

  @Test
  void whatIsWrongIsNamed() {
    assertRejected(GOOD, "lorry", 0, Reason.WRONG_KEY, "head 5 is for domain van");
    assertRejected(
        GOOD.toBuilder().setBackboneFingerprint("fedcba9876543210").build(),
        Reason.OTHER_BACKBONE,
        "head 5 was made for the backbone fedcba987654..., but this process uses 0123456789ab...");
    assertRejected(
        GOOD.toBuilder().setSha256(ByteString.copyFrom(new byte[32])).build(),
        Reason.WRONG_HASH,
        "head 5 has layers that do not match its SHA-256");
    assertRejected(
        GOOD.toBuilder().setLayers(2, TestHeads.layers(TestHeads.constant(3, 1, 1)).get(2)).build(),
        Reason.WRONG_HASH,
        "head 5 has layers that do not match its SHA-256");
  }

  @Test
  void aHeadThatIsNotNewerIsRejectedAndSaysHowToRollBack() {
    for (long present : new long[] {5, 6}) {
      assertRejected(
          GOOD,
          "van",
          present,
          Reason.OLD_VERSION,
          "head 5 is not newer than the active version %d; to roll back, publish it as a new version"
              .formatted(present));
    }
  }

  @Test
  void aVersionThatCannotBeCountedOnIsRejected() {
    for (long version :
        new long[] {
          VersionedHead.LAST_VERSION + 1, Long.MAX_VALUE - 1, Long.MAX_VALUE, Long.MIN_VALUE, -1
        }) {
      assertRejected(
          TestHeads.record("van", version, BACKBONE, HEAD),
          Reason.WRONG_VERSION,
          "head %s has an impossible version: versions go from 1 to 9007199254740991"
              .formatted(Long.toUnsignedString(version)));
    }
  }

  @Test
  void theHighestVersionIsTaken() throws RejectedHeadException {
    HeadModel last = TestHeads.record("van", VersionedHead.LAST_VERSION, BACKBONE, HEAD);
    assertThat(verifier.verify("van", RecordType.HEAD_MODEL.encode(last), 4).version())
        .isEqualTo(VersionedHead.LAST_VERSION);
  }

  @Test
  void aHeadForAnotherNumberOfFeaturesIsRejected() {
    assertRejected(
        TestHeads.record("van", 5, BACKBONE, TestHeads.constant(4, 0, 0)),
        Reason.WRONG_SHAPE,
        "head 5 expects 4 features, but the backbone produces 3");
    HeadModel twoLayers = GOOD.toBuilder().removeLayers(0).build();
    assertRejected(
        TestHeads.sealed(twoLayers),
        Reason.WRONG_SHAPE,
        "head 5 a head must have 3 layers (two hidden, one linear), got 2");
  }

  @Test
  void weightsAndAnswersMustBeFinite() {
    ByteString nan =
        ByteString.copyFrom(
            ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putFloat(Float.NaN).flip());
    HeadModel withNan =
        GOOD.toBuilder().setLayers(1, GOOD.getLayers(1).toBuilder().setBias(nan)).build();
    assertRejected(
        TestHeads.sealed(withNan), Reason.NOT_FINITE, "head 5 has a weight that is not finite");

    float[] huge = new float[3];
    Arrays.fill(huge, Float.MAX_VALUE);
    Head overflowing =
        new Head(
            new DenseLayer(3, 1, huge, new float[1]),
            new DenseLayer(1, 1, new float[] {1}, new float[1]),
            new DenseLayer(1, 2, new float[] {1, 1}, new float[2]));
    assertRejected(
        TestHeads.record("van", 5, BACKBONE, overflowing),
        Reason.NOT_FINITE,
        "head 5 predicts pitch Infinity, yaw Infinity on a blank patch");
  }

  @Test
  void bytesThatAreNoHeadAreRejected() {
    RejectedHeadException rejection =
        catchThrowableOfType(
            RejectedHeadException.class, () -> verifier.verify("van", new byte[] {1, 2}, 0));
    assertThat(rejection.reason()).isEqualTo(Reason.UNDECODABLE);
    assertThat(rejection.version()).isZero();
  }

  @Test
  void aRecordWithoutAValueIsRejectedAndSaysHowToGoBackToTheSourceHead() {
    RejectedHeadException rejection =
        catchThrowableOfType(RejectedHeadException.class, () -> verifier.verify("van", null, 5));
    assertThat(rejection.reason()).isEqualTo(Reason.NO_VALUE);
    assertThat(rejection).hasMessageContaining("gazeshift models rollback --to 0");
  }

  @Test
  void whereKeysAreTrustedAHeadMustBeSignedByOne(@TempDir Path dir) throws RejectedHeadException {
    KeyFiles mine = KeyFiles.generate(dir.resolve("mine"), new SecureRandom());
    KeyFiles other = KeyFiles.generate(dir.resolve("other"), new SecureRandom());
    HeadVerifier strict =
        new HeadVerifier(BACKBONE, PROBE, TrustedKeys.read(List.of(mine.publicKey())));

    assertRejected(strict, GOOD, "van", 0, Reason.UNSIGNED, "head 5 is not signed");
    assertRejected(
        strict,
        HeadSigner.read(other.privateKey()).sign(GOOD),
        "van",
        0,
        Reason.WRONG_SIGNATURE,
        "head 5 is not signed by a key of infer.trusted-keys");
    HeadModel signed = HeadSigner.read(mine.privateKey()).sign(GOOD);
    assertRejected(
        strict,
        signed.toBuilder().setVersion(6).build(),
        "van",
        0,
        Reason.WRONG_SIGNATURE,
        "head 6 is not signed by a key of infer.trusted-keys");
    assertThat(strict.verify("van", RecordType.HEAD_MODEL.encode(signed), 0).version())
        .isEqualTo(5);
  }

  private void assertRejected(HeadModel head, Reason reason, String message) {
    assertRejected(head, "van", 0, reason, message);
  }

  private void assertRejected(
      HeadModel head, String key, long present, Reason reason, String message) {
    assertRejected(verifier, head, key, present, reason, message);
  }

  private static void assertRejected(
      HeadVerifier by, HeadModel head, String key, long present, Reason reason, String message) {
    RejectedHeadException rejection =
        catchThrowableOfType(
            RejectedHeadException.class,
            () -> by.verify(key, RecordType.HEAD_MODEL.encode(head), present));
    assertThat(rejection).hasMessage(message);
    assertThat(rejection.reason()).isEqualTo(reason);
    assertThat(rejection.version()).isEqualTo(head.getVersion());
  }
}
