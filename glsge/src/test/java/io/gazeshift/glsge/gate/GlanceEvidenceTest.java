package io.gazeshift.glsge.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.glsge.head.Head;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GlanceEvidenceTest {

  private static final GateBounds BOUNDS = GateBounds.DEFAULT;
  private static final double BIAS = Math.toRadians(10);
  private static final GateWorld WORLD = GateWorld.narrow();

  @Test
  void manyThatAreSurelyBetterAccept() {
    GlanceEvidence glances = glances(20, GateWorld.moved(BIAS));

    assertThat(glances.decision(BOUNDS)).isEqualTo(GlanceEvidence.Decision.ACCEPT);
    assertThat(glances.check(BOUNDS).passed()).isTrue();
    assertThat(glances.check(BOUNDS).reason())
        .contains("on 20 labelled glances")
        .contains("accepts the candidate");
  }

  @Test
  void aFewThatAreBetterDecideNothing() {
    GlanceEvidence glances = glances(7, GateWorld.moved(BIAS));

    assertThat(glances.decision(BOUNDS)).isEqualTo(GlanceEvidence.Decision.OPEN);
    assertThat(glances.check(BOUNDS).reason()).contains("so the other checks decide");
  }

  @Test
  void aFewThatAreSurelyWorseReject() {
    GlanceEvidence glances = glances(3, GateWorld.moved(-BIAS));

    assertThat(glances.decision(BOUNDS)).isEqualTo(GlanceEvidence.Decision.REJECT);
    GateCheck check = glances.check(BOUNDS);
    assertThat(check.passed()).isFalse();
    assertThat(check.value()).isGreaterThan(0.5);
    assertThat(check.reason()).contains("%+.1f %%".formatted(100 * check.value()));
  }

  @Test
  void aSingleOneThatSeemsMuchWorseRejectsAsAPrecaution() {
    assertThat(glances(1, GateWorld.moved(-BIAS)).decision(BOUNDS))
        .isEqualTo(GlanceEvidence.Decision.REJECT);
    assertThat(glances(1, GateWorld.moved(BIAS)).decision(BOUNDS))
        .isEqualTo(GlanceEvidence.Decision.OPEN);
  }

  @Test
  void enoughThatSeemALittleWorseRejectAndFewerDecideNothing() {
    List<Double> changes = List.of(3.0, -2.0, 2.0, -2.5, 1.0, -1.0, 2.0, -1.5);

    assertThat(new GlanceEvidence(changes, 100).decision(BOUNDS))
        .isEqualTo(GlanceEvidence.Decision.REJECT);
    assertThat(new GlanceEvidence(changes.subList(0, 7), 100).decision(BOUNDS))
        .isEqualTo(GlanceEvidence.Decision.OPEN);
  }

  @Test
  void framesOfOneGlanceAreOneObservation() {
    assertThat(glances(20, GateWorld.moved(BIAS)).changes()).hasSize(20);
  }

  @Test
  void theMarginIsStudents() {
    // Mean -1, standard deviation 1 of ten: the 95 % margin is 1.833 / √10.
    List<Double> changes = List.of(-2.0, 0.0, -2.0, 0.0, -2.0, 0.0, -2.0, 0.0, -1.0, -1.0);
    double sigma = Math.sqrt(8.0 / 9);
    GateCheck check = new GlanceEvidence(changes, 10).check(BOUNDS);

    double margin = 100 * 1.833 * sigma / Math.sqrt(10) / 10;
    double said = Double.parseDouble(check.reason().replaceAll(".*±([0-9.]+) %.*", "$1"));
    assertThat(said).isCloseTo(margin, within(0.1));
  }

  /** Tables of Student's distribution give 2.920 for two degrees of freedom. */
  @Test
  void theMarginIsStudentsForThreeGlancesToo() {
    GateCheck check = new GlanceEvidence(List.of(-1.0, 0.0, 1.0), 10).check(BOUNDS);

    double said = Double.parseDouble(check.reason().replaceAll(".*±([0-9.]+) %.*", "$1"));
    assertThat(said).isCloseTo(100 * 2.920 / Math.sqrt(3) / 10, within(0.051));
  }

  @Test
  void whatIsNotANumberIsRejected() {
    assertThat(new GlanceEvidence(List.of(Double.NaN, 1.0), 1).decision(BOUNDS))
        .isEqualTo(GlanceEvidence.Decision.REJECT);
    assertThatThrownBy(() -> new LabelledFrame(new float[4], Double.NaN, 0, "a"))
        .hasMessage("glance a: its gaze must be finite, got (NaN, 0.0)");
  }

  private static GlanceEvidence glances(int count, Head candidate) {
    return GlanceEvidence.of(
        WORLD.judging(candidate, Optional.empty(), GateWorld.glances(count, BIAS)));
  }
}
