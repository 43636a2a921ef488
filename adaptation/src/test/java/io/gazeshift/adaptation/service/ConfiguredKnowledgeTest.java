package io.gazeshift.adaptation.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.gazeshift.adaptation.config.DomainConfig;
import io.gazeshift.adaptation.config.PriorConfig;
import io.gazeshift.adaptation.glance.GlanceRules;
import io.gazeshift.adaptation.glance.GlanceSide;
import io.gazeshift.adaptation.glance.Glances;
import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.adaptation.prior.SitePriors;
import io.gazeshift.adaptation.run.DomainKnowledge;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.targets.config.DomainTargets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class ConfiguredKnowledgeTest {

  private static final String BACKBONE = "backbone-a";

  /** Those that teach look 20 degrees up, those that judge straight ahead. */
  @Test
  void noGlanceTeachesAndJudges() {
    DomainKnowledge known = known(new PriorConfig.Glances(), ids(20));

    Set<String> judges = known.judges();
    assertThat(judges).isNotEmpty().allMatch(id -> GlanceSide.of("lab", id) == GlanceSide.JUDGES);
    assertThat(judges).hasSize(ids(20).size() - teachers(20));
    assertThat(Math.toDegrees(known.site().law().orElseThrow().meanX())).isBetween(19.9, 20.1);
    assertThat(known.notes())
        .containsExactly(
            "%d make the prior, %d others judge the candidate"
                .formatted(teachers(20), judges.size()));
  }

  @Test
  void allJudgeWhereThePriorIsNotMadeOfThem() {
    DomainKnowledge known = known(new PriorConfig.Unknown(), ids(20));

    assertThat(known.judges()).hasSize(20);
    assertThat(known.site()).isInstanceOf(SiteKnowledge.Unknown.class);
    assertThat(known.notes()).containsExactly("20 judge the candidate");
  }

  @Test
  void allJudgeWhereTooFewWouldTeach() {
    List<String> few =
        ids(40).stream()
            .filter(id -> GlanceSide.of("lab", id) == GlanceSide.TEACHES)
            .limit(2)
            .toList();

    DomainKnowledge known = known(new PriorConfig.Glances(), few);

    assertThat(known.site()).isInstanceOf(SiteKnowledge.Unknown.class);
    assertThat(known.judges()).containsExactlyInAnyOrderElementsOf(few);
  }

  @Test
  void theReportSaysWhichAreNotUsed() {
    DomainKnowledge known =
        knownFrom(new PriorConfig.Unknown(), List.of(record(glance("old", "backbone-before"))));

    assertThat(known.judges()).isEmpty();
    assertThat(known.notes())
        .singleElement()
        .asString()
        .contains("not used: glance lab@old was seen by the backbone backbone-bef...");
  }

  private static List<String> ids(int count) {
    return IntStream.range(0, count).mapToObj(i -> "glance-" + i).toList();
  }

  private static int teachers(int count) {
    return (int)
        ids(count).stream().filter(id -> GlanceSide.of("lab", id) == GlanceSide.TEACHES).count();
  }

  private static DomainKnowledge known(PriorConfig prior, List<String> ids) {
    return knownFrom(prior, ids.stream().map(id -> record(glance(id, BACKBONE))).toList());
  }

  private static DomainKnowledge knownFrom(
      PriorConfig prior, List<ConsumerRecord<String, byte[]>> records) {
    SitePriors priors =
        SitePriors.of(
            List.of(
                new DomainConfig(
                    new DomainTargets("lab", List.of(), 600), prior, 0, Optional.empty())),
            Set.of());
    Glances present = Glances.of(records, GlanceRules.any().ofBackbone(BACKBONE, 1));
    return new ConfiguredKnowledge(priors, () -> present).of("lab", List.of(Rotation.IDENTITY));
  }

  private static ConsumerRecord<String, byte[]> record(CalibrationGlance glance) {
    return new ConsumerRecord<>(
        Topics.CALIBRATION.name(),
        0,
        0,
        "lab@" + glance.getGlanceId(),
        RecordType.CALIBRATION_GLANCE.encode(glance));
  }

  private static CalibrationGlance glance(String id, String backbone) {
    double pitch = GlanceSide.of("lab", id) == GlanceSide.TEACHES ? 20 : 0;
    return CalibrationGlance.newBuilder()
        .setDomain("lab")
        .setGlanceId(id)
        .setCameraGaze(Gaze.ofDegrees(pitch, 0).toMessage())
        .addFrames(
            FeatureSample.newBuilder()
                .setIdentity(
                    FaceIdentity.newBuilder()
                        .setCamera("desk")
                        .setDomain("lab")
                        .setCaptureMicros(1))
                .setBackboneFingerprint(backbone)
                .setFeatureFp16(ByteString.copyFrom(new byte[] {0, 0x3c}))
                .setPrediction(Gaze.ofDegrees(0, 0).toMessage())
                .addAllNormalisationRotation(Rotation.IDENTITY.toList()))
        .build();
  }
}
