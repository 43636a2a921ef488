package io.gazeshift.glsge.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.safe.FixatedFrames;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GateTest {

  private final Gate gate = new Gate();

  @Test
  void aGateOfFiniteOutputsLetsAnythingElsePass() {
    Gate open = Gate.ofFiniteOutputs();
    GateVerdict verdict = open.judge(GateWorld.stuck().judging(GateWorld.scaled(0.01)));

    assertThat(verdict.accepted()).isTrue();
    assertThat(verdict.checks()).extracting(GateCheck::name).containsExactly("finite");
    assertThat(open.judge(GateWorld.narrow().judging(GateWorld.scaled(3e38))).accepted()).isFalse();
  }

  @Test
  void aHeadThatFitsANarrowerPlaceIsAcceptedWithEveryCheckListed() {
    GateVerdict verdict = gate.judge(GateWorld.narrow().judging(GateWorld.scaled(0.75)));

    assertThat(verdict.accepted()).as("%s", verdict.rejections()).isTrue();
    assertThat(verdict.rejections()).isEmpty();
    assertThat(verdict.checks().stream().map(GateCheck::name))
        .containsExactly(
            "finite",
            "variety",
            "jump",
            "collapse",
            "jitter",
            "source-error",
            "discrepancy",
            "halves");
  }

  @Test
  void theSameHeadIsRejectedWherePeopleLookEverywhereAndNoHalfIsAdaptedTo() {
    GateVerdict verdict =
        gate.judge(
            GateWorld.wide()
                .judging(GateWorld.scaled(0.75), Optional.empty(), List.of(), GateTest::forbidden));

    assertThat(verdict.accepted()).isFalse();
    assertThat(verdict.rejections()).hasSize(1);
    assertThat(verdict.checks().get(verdict.checks().size() - 1).passed()).isFalse();
  }

  @Test
  void aHeadWithoutFiniteAnglesIsRejectedBeforeAnythingElse() {
    GateVerdict verdict = gate.judge(GateWorld.narrow().judging(GateWorld.scaled(3e38)));

    assertThat(verdict.accepted()).isFalse();
    assertThat(verdict.checks()).hasSize(1);
  }

  @Test
  void aCameraAsideMayMoveFarTowardsAPriorAndNotWithoutOne() {
    double aside = Math.toRadians(20);
    GateWorld world = GateWorld.biased(-aside);
    Head candidate = GateWorld.moved(aside);
    SitePrior ahead = SitePrior.of(new Gaussian(0, 0, Covariance.diagonal(0.05, 0.05)));
    SitePrior mean = MeanPrior.of(0, 0, GateWorld.parent(), world.training);

    GateVerdict known = gate.judge(world.judging(candidate, Optional.of(ahead), List.of()));
    GateVerdict meanKnown = gate.judge(world.judging(candidate, Optional.of(mean), List.of()));
    GateVerdict unknown = gate.judge(world.judging(candidate));

    assertThat(known.accepted()).as("%s", known.rejections()).isTrue();
    assertThat(meanKnown.accepted()).as("%s", meanKnown.rejections()).isTrue();
    assertThat(unknown.rejections()).singleElement().asString().contains("without a site prior");
  }

  @Test
  void glancesAcceptWhatWouldBeAJump() {
    double bias = Math.toRadians(15);
    GateCase known =
        GateWorld.narrow()
            .judging(
                GateWorld.moved(bias),
                Optional.empty(),
                GateWorld.glances(20, bias),
                GateTest::forbidden);

    GateVerdict verdict = gate.judge(known);

    assertThat(verdict.accepted()).as("%s", verdict).isTrue();
    assertThat(verdict.checks().stream().map(GateCheck::name)).containsExactly("finite", "glances");
  }

  @Test
  void glancesRejectWhatEveryOtherCheckWouldAccept() {
    Head candidate = GateWorld.head(0.75, 0, Math.toRadians(-0.5));
    GateWorld world = GateWorld.narrow();

    assertThat(gate.judge(world.judging(candidate)).accepted()).isTrue();
    assertThat(
            gate.judge(
                    world.judging(
                        candidate, Optional.empty(), GateWorld.glances(20, Math.toRadians(5))))
                .accepted())
        .isFalse();
  }

  @Test
  void glancesThatDecideNothingLeaveItToTheOthers() {
    GateVerdict verdict =
        gate.judge(
            GateWorld.narrow()
                .judging(
                    GateWorld.moved(Math.toRadians(15)),
                    Optional.empty(),
                    GateWorld.glances(2, Math.toRadians(15))));

    assertThat(verdict.accepted()).isFalse();
    assertThat(verdict.checks().stream().map(GateCheck::name)).contains("glances", "jump");
  }

  @Test
  void framesOfAnotherBackboneAreRejectedByName() {
    GateWorld world = GateWorld.narrow();
    FixatedFrames other = new FixatedFrames(FeatureRows.of(new float[6], 3), new int[] {0, 0});

    assertThatThrownBy(
            () ->
                new GateCase(
                    GateWorld.parent(),
                    GateWorld.parent(),
                    world.source,
                    world.training,
                    other,
                    Optional.empty(),
                    List.of(),
                    frames -> GateWorld.parent()))
        .hasMessage(
            "the candidate expects 4 features, but held-out frames: 3; all must come from"
                + " the same backbone");
  }

  private static Head forbidden(FixatedFrames frames) {
    throw new AssertionError("no half may be adapted to once a check has refused");
  }
}
