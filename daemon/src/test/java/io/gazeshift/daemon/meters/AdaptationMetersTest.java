package io.gazeshift.daemon.meters;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.GateCheck;
import io.gazeshift.protocol.v1.GateVerdict;
import io.gazeshift.protocol.v1.LossPoint;
import org.junit.jupiter.api.Test;

class AdaptationMetersTest {

  private final CataloguedRegistry registry = new CataloguedRegistry();
  private final AdaptationMeters meters = new AdaptationMeters(registry.meters());

  @Test
  void aRefusedRunIsCountedWithTheChecksItFailed() {
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
        .contains("gazeshift_adapt_runs_seconds_count{domain=\"seat\",outcome=\"refused\"} 1")
        .contains("gazeshift_adapt_runs_seconds_sum{domain=\"seat\",outcome=\"refused\"} 2.0")
        .contains("gazeshift_adapt_gate_refused_total{check=\"collapse\",domain=\"seat\"} 0.0")
        .contains("gazeshift_adapt_gate_refused_total{check=\"source\",domain=\"seat\"} 1.0")
        .contains("gazeshift_adapt_samples{domain=\"seat\",of=\"target\"} 700.0")
        .contains("gazeshift_adapt_loss{domain=\"seat\",term=\"pcod\"} 0.25");
  }

  @Test
  void everyOtherEndIsCountedByItsName() {
    meters.told(event(Stage.FAILED).build());
    meters.told(event(Stage.ROLLED_BACK).build());
    meters.told(event(Stage.JUDGED).setVerdict(GateVerdict.newBuilder().setAccepted(true)).build());
    assertThat(registry.scrape())
        .contains("gazeshift_adapt_runs_seconds_count{domain=\"seat\",outcome=\"failed\"} 1")
        .contains("gazeshift_adapt_runs_seconds_count{domain=\"seat\",outcome=\"rolled_back\"} 1")
        .contains("gazeshift_adapt_runs_seconds_count{domain=\"seat\",outcome=\"accepted\"} 1");
  }

  @Test
  void theTimeBetweenRunsIsToldToo() {
    meters.buffer("seat", 40, 1.5);
    meters.refused("QUALITY");
    meters.drift("seat", "gaze", 0.125);
    meters.labels("seat", new double[] {0.1, 0.2}, new double[][] {{1, 2}, {2, 3}});
    assertThat(registry.scrape())
        .contains("gazeshift_adapt_buffer_samples{domain=\"seat\"} 40.0")
        .contains("gazeshift_adapt_buffer_age_seconds{domain=\"seat\"} 1.5")
        .contains("gazeshift_adapt_refused_total{reason=\"QUALITY\"} 1.0")
        .contains("gazeshift_adapt_drift{domain=\"seat\",of=\"gaze\"} 0.125")
        .contains("gazeshift_adapt_label_mean{axis=\"yaw\",domain=\"seat\"} 0.2")
        .contains("gazeshift_adapt_label_covariance{domain=\"seat\",entry=\"yaw_yaw\"} 3.0");
  }

  private static AdaptationEvent.Builder event(Stage stage) {
    return AdaptationEvent.newBuilder().setDomain("seat").setTrigger("drift").setStage(stage);
  }
}
