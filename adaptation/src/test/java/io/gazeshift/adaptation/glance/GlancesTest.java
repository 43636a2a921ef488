package io.gazeshift.adaptation.glance;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.inference.keys.GlanceSigner;
import io.gazeshift.inference.keys.KeyFiles;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.FeatureSample;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GlancesTest {

  private static final Gaze AHEAD = Gaze.ofDegrees(0, 0);
  private static final GlanceRules THREE_WIDE = GlanceRules.any().ofBackbone(Faces.BACKBONE, 3);

  @TempDir Path dir;

  private final List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();

  @Test
  void oneGlanceOfTheWrongWidthDoesNotStopTheOthers() {
    put(glance("good", 1, 2, 3));
    put(glance("wide", 1, 2, 3, 4));

    Glances glances = Glances.of(records, THREE_WIDE);

    assertThat(ids(glances)).containsExactly("good");
    assertThat(glances.labelled(glances.of("lab"))).hasSize(1);
    assertThat(glances.rejected("lab"))
        .extracting(GlanceRejection::toString)
        .containsExactly(
            "glance lab@wide has a frame of 4 features, but the heads take 3; remove it with"
                + " 'gazeshift glances remove' and collect it again");
    assertThat(glances.ids("lab")).containsExactly("good", "wide");
  }

  @Test
  void aGlanceThatIsNotFiniteIsNotUsed() {
    put(glance("good", 1, 2, 3));
    CalibrationGlance good = glance("nan", 1, 2, 3);
    byte[] bytes = RecordType.CALIBRATION_GLANCE.encode(good);
    // The features 1, 2, 3 as halves, little endian; NaN is 0x7e00.
    int at = indexOf(bytes, new byte[] {0x00, 0x3c, 0x00, 0x40});
    bytes[at + 3] = 0x7e;
    records.add(record("lab@nan", bytes));

    Glances glances = Glances.of(records, THREE_WIDE);

    assertThat(ids(glances)).containsExactly("good");
    assertThat(glances.rejected("lab"))
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.reason()).isEqualTo("invalid");
              assertThat(each.toString())
                  .contains(
                      "glance lab@nan cannot be read", "number 1 is not finite", "collect it");
            });
  }

  @Test
  void glancesOfAnotherBackboneAreIgnored() {
    put(glance("good", 1, 2, 3));
    CalibrationGlance old = glance("old", 1, 2, 3);
    put(with(old, old.getFrames(0).toBuilder().setBackboneFingerprint("backbone-before")));

    Glances glances = Glances.of(records, THREE_WIDE);

    assertThat(ids(glances)).containsExactly("good");
    assertThat(glances.rejected("lab").get(0).isOfOtherBackbone()).isTrue();
    assertThat(glances.rejected("lab").get(0).toString())
        .contains("lab@old", "backbone-bef...", "backbone-a", "collect it again");
    assertThat(ids(Glances.of(records, GlanceRules.any()))).hasSize(2);
  }

  @Test
  void aSignedDeploymentTakesOnlyWhatItsKeysVouchFor() {
    KeyFiles mine = KeyFiles.generate(dir.resolve("mine"), new SecureRandom());
    KeyFiles other = KeyFiles.generate(dir.resolve("other"), new SecureRandom());
    GlanceSigner signer = GlanceSigner.read(mine.privateKey());
    put(signer.sign(glance("signed", 1, 2, 3)));
    put(glance("unsigned", 1, 2, 3));
    put(GlanceSigner.read(other.privateKey()).sign(glance("stranger", 1, 2, 3)));
    put(
        signer.sign(glance("forged", 1, 2, 3)).toBuilder()
            .setCameraGaze(Gaze.ofDegrees(20, 0).toMessage())
            .build());
    GlanceRules rules =
        GlanceRules.signedBy(TrustedKeys.read(List.of(mine.publicKey())))
            .ofBackbone(Faces.BACKBONE, 3);

    Glances glances = Glances.of(records, rules);

    assertThat(ids(glances)).containsExactly("signed");
    assertThat(glances.rejected("lab"))
        .extracting(GlanceRejection::reason)
        .containsExactly("unsigned", "forged", "forged");
    assertThat(glances.rejected("lab").get(0).toString())
        .contains("lab@unsigned has no signature", "'gazeshift glances sign'");
    assertThat(ids(Glances.of(records, THREE_WIDE))).hasSize(4);
  }

  /** Else a signed glance could be written again under other keys, to count more than once. */
  @Test
  void aGlanceCountsUnderItsOwnKeyAlone() {
    put(glance("good", 1, 2, 3));
    records.add(record("lab@again", RecordType.CALIBRATION_GLANCE.encode(glance("good", 1, 2, 3))));

    Glances glances = Glances.of(records, THREE_WIDE);

    assertThat(ids(glances)).containsExactly("good");
    assertThat(glances.rejected("lab").get(0).reason()).isEqualTo("wrong_key");
  }

  private void put(CalibrationGlance glance) {
    records.add(
        record("lab@" + glance.getGlanceId(), RecordType.CALIBRATION_GLANCE.encode(glance)));
  }

  private ConsumerRecord<String, byte[]> record(String key, byte[] value) {
    return new ConsumerRecord<>(Topics.CALIBRATION.name(), 0, records.size(), key, value);
  }

  private static CalibrationGlance glance(String id, float... features) {
    return Faces.glance(id, AHEAD, Faces.sample(0, AHEAD, Rotation.IDENTITY, features));
  }

  private static CalibrationGlance with(CalibrationGlance glance, FeatureSample.Builder frame) {
    return glance.toBuilder().setFrames(0, frame).build();
  }

  private static List<String> ids(Glances glances) {
    return glances.of("lab").stream().map(CalibrationGlance::getGlanceId).toList();
  }

  private static int indexOf(byte[] bytes, byte[] part) {
    for (int i = 0; i + part.length <= bytes.length; i++) {
      if (Arrays.equals(bytes, i, i + part.length, part, 0, part.length)) {
        return i;
      }
    }
    throw new AssertionError("not found");
  }
}
