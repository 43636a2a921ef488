package io.gazeshift.adaptation.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.adaptation.domains.BufferFigures;
import io.gazeshift.adaptation.schedule.FeatureDrift;
import io.gazeshift.common.kafka.RejectionLog;
import io.gazeshift.common.metrics.CappedTag;
import io.gazeshift.daemon.meters.CataloguedRegistry;
import io.gazeshift.glsge.drift.TwoSampleTest;
import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.GateCheck;
import io.gazeshift.protocol.v1.GateVerdict;
import io.gazeshift.protocol.v1.LossPoint;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AdaptMetersTest {

  private final AtomicLong nanos = new AtomicLong();
  private final CataloguedRegistry registry = new CataloguedRegistry(nanos::get);
  private final AdaptMeters meters =
      new AdaptMeters(
          registry.bounded(), new RejectionLog(InstantSource.system(), "gone", line -> {}));

  @Test
  void aRejectedRunIsCountedWithTheChecksItFailed() {
    meters.told(event(Stage.STARTED).build());
    meters.told(
        event(Stage.JUDGED)
            .setStartedMicros(0)
            .setFinishedMicros(2_000_000)
            .setTargetSamples(700)
            .addLosses(LossPoint.newBuilder().setPcod(9))
            .addLosses(LossPoint.newBuilder().setPcod(0.25))
            .setVerdict(
                GateVerdict.newBuilder()
                    .addChecks(GateCheck.newBuilder().setName("collapse").setPassed(true))
                    .addChecks(GateCheck.newBuilder().setName("source").setPassed(false)))
            .build());
    assertThat(registry.scrape())
        .contains("gazeshift_adapt_triggers_total{cause=\"drift\",domain=\"seat\"} 1.0")
        .contains("gazeshift_adapt_runs_seconds_count{domain=\"seat\",outcome=\"rejected\"} 1")
        .contains("gazeshift_adapt_runs_seconds_sum{domain=\"seat\",outcome=\"rejected\"} 2.0")
        .contains("gazeshift_adapt_gate_rejected_total{check=\"collapse\",domain=\"seat\"} 0.0")
        .contains("gazeshift_adapt_gate_rejected_total{check=\"source\",domain=\"seat\"} 1.0")
        .contains("gazeshift_adapt_samples{domain=\"seat\",of=\"target\"} 700.0")
        .contains("gazeshift_adapt_loss{domain=\"seat\",term=\"pcod\"} 0.25");
  }

  @Test
  void whatCannotBeReadIsCountedByTopicAndReason() {
    meters.unreadable("gaze.requests", BadRecordException.Reason.MALFORMED);
    meters.unreadable("gaze.requests", BadRecordException.Reason.MALFORMED);
    assertThat(registry.scrape())
        .contains(
            "gazeshift_adapt_unreadable_total{reason=\"MALFORMED\",topic=\"gaze.requests\"} 2.0");
  }

  @Test
  void theLossOfEachTrainingIsToldWhateverCameOfTheRun() {
    meters.told(
        event(Stage.LEFT_ALONE)
            .addLosses(LossPoint.newBuilder().setStage("noise").setStep(80).setWeightedL1(0.5))
            .addLosses(LossPoint.newBuilder().setStage("noise").setStep(640).setWeightedL1(0.25))
            .addLosses(LossPoint.newBuilder().setStage("fixations").setWeightedL1(0.125))
            .build());
    assertThat(registry.scrape())
        .contains("gazeshift_adapt_loss{domain=\"seat\",term=\"noise\"} 0.25")
        .contains("gazeshift_adapt_loss{domain=\"seat\",term=\"fixations\"} 0.125")
        .doesNotContain("term=\"pcod\"");
    meters.told(
        event(Stage.JUDGED)
            .addLosses(LossPoint.newBuilder().setStage("places").setWeightedL1(0.0625))
            .build());
    meters.told(event(Stage.FAILED).build());
    assertThat(registry.scrape())
        .contains("gazeshift_adapt_loss{domain=\"seat\",term=\"gaze_targets\"} 0.0625")
        .doesNotContain("term=\"noise\"", "term=\"fixations\"");
  }

  @Test
  void theFirstFailureOfADomainIsAGrowth() {
    meters.told(event(Stage.STARTED).build());
    assertThat(registry.scrape())
        .contains("gazeshift_adapt_runs_seconds_count{domain=\"seat\",outcome=\"failed\"} 0")
        .contains("gazeshift_adapt_runs_seconds_count{domain=\"seat\",outcome=\"rolled_back\"} 0");
    meters.told(event(Stage.FAILED).build());
    assertThat(registry.scrape())
        .contains("gazeshift_adapt_runs_seconds_count{domain=\"seat\",outcome=\"failed\"} 1");
  }

  @Test
  void everyOtherEndIsCountedByItsName() {
    meters.told(event(Stage.FAILED).build());
    meters.told(event(Stage.LEFT_ALONE).build());
    meters.told(event(Stage.JUDGED).setVerdict(GateVerdict.newBuilder().setAccepted(true)).build());
    assertThat(registry.scrape())
        .contains("gazeshift_adapt_runs_seconds_count{domain=\"seat\",outcome=\"failed\"} 1")
        .contains("gazeshift_adapt_runs_seconds_count{domain=\"seat\",outcome=\"skipped\"} 1")
        .contains("gazeshift_adapt_runs_seconds_count{domain=\"seat\",outcome=\"accepted\"} 1");
  }

  @Test
  void aRejectedHeadThatIsPublishedAllTheSameIsCountedAsSuch() {
    meters.told(event(Stage.JUDGED).setPublishedVersion(3).build());
    assertThat(registry.scrape())
        .contains(
            "gazeshift_adapt_runs_seconds_count{domain=\"seat\",outcome=\"published_anyway\"} 1");
  }

  @Test
  void onlyTheDeviceOfTheLastRunIsTold() {
    assertThat(registry.scrape()).doesNotContain("gazeshift_adapt_device{");
    meters.computedOn("cuda:0");
    assertThat(registry.scrape()).contains("gazeshift_adapt_device{device=\"cuda:0\"} 1.0");
    meters.computedOn("cpu");
    assertThat(registry.scrape())
        .contains("gazeshift_adapt_device{device=\"cpu\"} 1.0")
        .doesNotContain("cuda:0");
  }

  @Test
  void domainsThatWentToAnotherProcessAreNoLongerTold() {
    Gaussian law = new Gaussian(-16, 2, new Covariance(36, -3, 81));
    BufferFigures figures = new BufferFigures(40, Duration.ofSeconds(90), Optional.of(law));
    meters.holds(Set.of("seat", "desk"), domain -> figures, 1);
    meters.looked(
        "seat",
        new FeatureDrift(
            new TwoSampleTest.Result(0.25, 0.004), new TwoSampleTest.Result(0.01, 0.6), 0.005));
    assertThat(registry.scrape())
        .contains("gazeshift_adapt_buffer_samples{domain=\"seat\"} 40.0")
        .contains("gazeshift_adapt_buffer_age_seconds{domain=\"seat\"} 90.0")
        .contains("gazeshift_adapt_gaze_degrees{domain=\"seat\",of=\"mean_pitch\"} -16.0")
        .contains("gazeshift_adapt_gaze_degrees{domain=\"seat\",of=\"variance_yaw\"} 81.0")
        .contains("gazeshift_adapt_drift_discrepancy{domain=\"seat\",of=\"features\"} 0.25")
        .contains("gazeshift_adapt_drift_chance{domain=\"seat\",of=\"gaze\"} 0.6")
        .contains("gazeshift_adapt_domains 2.0")
        .contains("gazeshift_adapt_waiting 1.0");

    meters.holds(Set.of("desk"), domain -> figures, 0);
    assertThat(registry.scrape())
        .doesNotContain("domain=\"seat\"")
        .contains("gazeshift_adapt_buffer_samples{domain=\"desk\"} 40.0");
  }

  @Test
  void aNewDomainTakesThePlaceOfTheOneThatWasSilentForLongest() {
    LossPoint loss = LossPoint.newBuilder().setStage("fixations").setWeightedL1(0.5).build();
    registry.bounded().keepApart(Set.of(), Set.of("hall"));
    meters.told(event(Stage.JUDGED).setDomain("hall").addLosses(loss).build());
    meters.told(event(Stage.JUDGED).setDomain("old").addLosses(loss).build());
    nanos.addAndGet(1);
    for (int i = 1; i < CappedTag.USUAL; i++) {
      meters.told(event(Stage.JUDGED).setDomain("fake" + i).addLosses(loss).build());
    }
    nanos.addAndGet(Duration.ofHours(1).toNanos() - 1);
    meters.told(event(Stage.JUDGED).addLosses(loss).build());
    assertThat(registry.scrape())
        .contains("gazeshift_adapt_loss{domain=\"hall\",term=\"fixations\"} 0.5")
        .contains("gazeshift_adapt_loss{domain=\"seat\",term=\"fixations\"} 0.5")
        .contains("gazeshift_adapt_loss{domain=\"fake1\",term=\"fixations\"} 0.5")
        .doesNotContain("\"old\"", "\"other\"");

    // The place of fake1; its gauges are new ones.
    nanos.addAndGet(1);
    meters.told(event(Stage.JUDGED).setDomain("old").addLosses(loss).build());
    assertThat(registry.scrape())
        .contains("gazeshift_adapt_loss{domain=\"old\",term=\"fixations\"} 0.5")
        .contains("gazeshift_adapt_samples{domain=\"old\",of=\"target\"} 0.0");
  }

  private static AdaptationEvent.Builder event(Stage stage) {
    return AdaptationEvent.newBuilder().setDomain("seat").setTrigger("drift").setStage(stage);
  }
}
