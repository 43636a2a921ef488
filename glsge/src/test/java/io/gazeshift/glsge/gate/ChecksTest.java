package io.gazeshift.glsge.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.safe.FixatedFrames;
import io.gazeshift.glsge.safe.SourceSplit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChecksTest {

  private static final GateBounds BOUNDS = GateBounds.DEFAULT;
  private static final GateWorld NARROW = GateWorld.narrow();
  private static final GateWorld WIDE = GateWorld.wide();

  @Test
  void anglesThatNoFaceInViewCanHaveAreRejected() {
    GateCheck good = new FiniteOutputs().judge(narrow(GateWorld.scaled(1)));
    GateCheck huge = new FiniteOutputs().judge(narrow(GateWorld.scaled(100)));
    GateCheck infinite = new FiniteOutputs().judge(narrow(GateWorld.scaled(3e38)));

    assertThat(good.passed()).isTrue();
    assertThat(huge.passed()).isFalse();
    assertThat(huge.reason()).contains("90 deg").contains("%.1f deg".formatted(huge.value()));
    assertThat(infinite.passed()).isFalse();
  }

  @Test
  void aCheckWhoseValueIsNotANumberHasNotPassed() {
    assertThat(new GateCheck("any", true, Double.NaN, 1, "").passed()).isFalse();
    assertThat(new GateCheck("any", true, 0.5, 1, "").passed()).isTrue();
  }

  @Test
  void aStuckCameraIsNoticed() {
    CandidateCheck check = new Variety(BOUNDS);

    GateCheck stuck = check.judge(new Evidence(GateWorld.stuck().judging(GateWorld.scaled(0.9))));

    assertThat(check.judge(narrow(GateWorld.scaled(0.9))).passed()).isTrue();
    assertThat(stuck.passed()).isFalse();
    assertThat(stuck.value()).isZero();
    assertThat(stuck.reason()).contains("0.000 times").contains("frozen");
  }

  @Test
  void aHeadThatSaysWhatTheSitesDistributionSaysFitsThePlaceAndOneThatTurnsTheEyesRoundDoesNot() {
    double aside = Math.toRadians(10);
    GateWorld world = GateWorld.biased(-aside);
    SitePrior ahead = SitePrior.of(new Gaussian(0, 0, Covariance.diagonal(0.05, 0.05)));
    CandidateCheck check = new SitePriorCheck(BOUNDS);

    GateCheck moved = check.judge(of(world, GateWorld.moved(aside), ahead));
    GateCheck same = check.judge(of(world, GateWorld.parent(), ahead));
    GateCheck further = check.judge(of(world, GateWorld.moved(-aside), ahead));
    GateCheck flat = check.judge(of(NARROW, GateWorld.scaled(0.01), ahead));
    GateCheck turned = check.judge(of(world, GateWorld.head(-1, 0, -aside), ahead));

    assertThat(moved.passed()).as(moved.reason()).isTrue();
    assertThat(moved.reason()).contains("%.2f times".formatted(moved.value()));
    assertThat(same.passed()).as(same.reason()).isFalse();
    assertThat(same.value()).isEqualTo(1);
    assertThat(further.passed()).as(further.reason()).isFalse();
    assertThat(flat.passed()).as(flat.reason()).isFalse();
    assertThat(turned.value()).isLessThan(BOUNDS.mostPriorDistance());
    assertThat(turned.passed()).as(turned.reason()).isFalse();
  }

  @Test
  void whoDoesNotResembleTheSourcesPeopleIsJudgedByThePrior() {
    double aside = Math.toRadians(10);
    SitePrior ahead = SitePrior.of(new Gaussian(0, 0, Covariance.diagonal(0.05, 0.05)));
    Evidence evidence = of(GateWorld.biased(-aside), GateWorld.head(1, 5, aside), ahead);

    assertThat(new SourceError(BOUNDS).judge(evidence).passed()).isFalse();
    assertThat(new FitsSite(BOUNDS).judge(evidence))
        .satisfies(
            check -> {
              assertThat(check.name()).isEqualTo("site-law");
              assertThat(check.reason()).contains("validation people").contains("site prior");
            });
  }

  private static Evidence of(GateWorld world, Head candidate, SitePrior prior) {
    return new Evidence(world.judging(candidate, Optional.of(prior), List.of()));
  }

  @Test
  void predictionsThatCollapseOrExplodeAreRejected() {
    CandidateCheck check = new Collapse(BOUNDS);

    GateCheck flat = check.judge(narrow(GateWorld.scaled(0.05)));
    GateCheck wild = check.judge(narrow(GateWorld.scaled(3)));

    assertThat(check.judge(narrow(GateWorld.scaled(0.9))).passed()).isTrue();
    assertThat(flat.passed()).isFalse();
    assertThat(flat.value()).isCloseTo(0.0025, within(1e-4));
    assertThat(flat.bound()).isEqualTo(BOUNDS.leastArea());
    assertThat(wild.passed()).isFalse();
    assertThat(wild.bound()).isEqualTo(BOUNDS.mostArea());
    assertThat(wild.reason()).contains("9.00 times").contains("%.2f".formatted(BOUNDS.mostArea()));
  }

  @Test
  void aCollapseOfNothingIsNotANumberAndRejected() {
    GateCheck check =
        new Collapse(BOUNDS).judge(new Evidence(GateWorld.stuck().judging(GateWorld.scaled(0.9))));

    assertThat(check.value()).isNaN();
    assertThat(check.passed()).isFalse();
  }

  @Test
  void shrinkingIsRightWherePeopleLookAtOnePlaceAndWrongWhereTheyDoNot() {
    CandidateCheck check = new SourceError(BOUNDS);

    GateCheck narrow = check.judge(narrow(GateWorld.scaled(0.7)));
    GateCheck wide = check.judge(new Evidence(WIDE.judging(GateWorld.scaled(0.7))));

    assertThat(narrow.passed()).as(narrow.reason()).isTrue();
    assertThat(wide.passed()).as(wide.reason()).isFalse();
    assertThat(wide.value()).isGreaterThan(1.2);
    assertThat(wide.reason())
        .contains("%.3f times".formatted(wide.value()))
        .contains("the limit is %.3f".formatted(BOUNDS.sourceError().narrowed()));
  }

  @Test
  void withoutCalibrationPeopleTheSourceErrorCannotBeTold() {
    SourceBank few = NARROW.source.judge().rows(IntStream.range(0, 50).toArray());
    GateCase poor =
        new GateCase(
            GateWorld.parent(),
            GateWorld.scaled(0.7),
            new SourceSplit(NARROW.source.adaptation(), few),
            NARROW.training,
            NARROW.heldOut,
            Optional.empty(),
            List.of(),
            frames -> GateWorld.scaled(0.7));

    for (CandidateCheck check : List.of(new SourceError(BOUNDS), new TargetDiscrepancy(BOUNDS))) {
      GateCheck found = check.judge(new Evidence(poor));
      assertThat(found.passed()).isFalse();
      assertThat(found.reason()).contains("cannot ");
    }
  }

  @Test
  void withoutAPriorALargeChangeIsAJump() {
    CandidateCheck check = new Jump(BOUNDS);

    GateCheck jump = check.judge(narrow(GateWorld.moved(Math.toRadians(15))));

    assertThat(check.judge(narrow(GateWorld.moved(Math.toRadians(0.5)))).passed()).isTrue();
    assertThat(jump.passed()).isFalse();
    assertThat(jump.value()).isCloseTo(15, within(0.5));
    assertThat(jump.reason()).contains("is %.2f deg".formatted(BOUNDS.mostJumpDeg()));
  }

  @Test
  void withAPriorOnlyAMoveAwayFromItIsAJump() {
    GateWorld aside = GateWorld.biased(Math.toRadians(-20));
    SitePrior ahead = SitePrior.of(new Gaussian(0, 0, Covariance.diagonal(0.05, 0.05)));
    CandidateCheck check = new PriorJump(BOUNDS);

    GateCheck towards = check.judge(evidence(aside, GateWorld.moved(Math.toRadians(20)), ahead));
    GateCheck away = check.judge(evidence(aside, GateWorld.moved(Math.toRadians(-5)), ahead));

    assertThat(towards.passed()).as(towards.reason()).isTrue();
    assertThat(towards.value()).isLessThan(2);
    assertThat(away.passed()).isFalse();
    assertThat(away.reason())
        .contains("%.2f deg off".formatted(away.value()))
        .contains("is %.2f deg".formatted(away.bound()));
  }

  @Test
  void aHeadThatShakesMoreIsRejected() {
    CandidateCheck check = new Jitter(BOUNDS);

    GateCheck calm = check.judge(narrow(GateWorld.scaled(0.9)));
    GateCheck shaky = check.judge(narrow(GateWorld.head(1, 0.5, 0)));

    assertThat(calm.passed()).isTrue();
    assertThat(calm.value()).isCloseTo(0.9, within(1e-3));
    assertThat(shaky.passed()).isFalse();
    assertThat(shaky.reason())
        .contains("%.2f times as much as the parent".formatted(shaky.value()));
  }

  @Test
  void withoutFixationsOfSeveralFramesTheJitterIsNotANumber() {
    int[] single = IntStream.range(0, NARROW.heldOut.size()).toArray();
    FixatedFrames frames = new FixatedFrames(NARROW.heldOut.features(), single);
    GateCase blind =
        new GateCase(
            GateWorld.parent(),
            GateWorld.scaled(0.9),
            NARROW.source,
            frames,
            frames,
            Optional.empty(),
            List.of(),
            any -> GateWorld.scaled(0.9));

    GateCheck check = new Jitter(BOUNDS).judge(new Evidence(blind));

    assertThat(check.passed()).isFalse();
    assertThat(check.value()).isNaN();
    assertThat(check.reason()).contains("cannot ");
  }

  @Test
  void theDiscrepancyOfTheSameHeadIsTheSame() {
    GateCheck same = new TargetDiscrepancy(BOUNDS).judge(narrow(GateWorld.parent()));

    assertThat(same.value()).isCloseTo(1, within(1e-9));
    assertThat(same.passed()).isTrue();
    assertThat(same.reason()).contains("ratio of 1.00").contains("the limit is");
  }

  @Test
  void aHeadUnderWhichSourceAndTargetComeApartIsRejected() {
    GateCheck apart = new TargetDiscrepancy(BOUNDS).judge(narrow(GateWorld.distracted()));

    assertThat(apart.passed()).as(apart.reason()).isFalse();
    assertThat(apart.reason()).contains("ratio of %.2f".formatted(apart.value()));
  }

  @Test
  void halvesThatDisagreeAreRejected() {
    List<FixatedFrames> asked = new ArrayList<>();
    Head candidate = GateWorld.moved(Math.toRadians(2));
    GateCase split =
        NARROW.judging(
            candidate,
            Optional.empty(),
            List.of(),
            frames -> {
              asked.add(frames);
              return GateWorld.moved(Math.toRadians(asked.size() == 1 ? 6 : -6));
            });

    GateCheck disagree = new HalvesAgree(BOUNDS).judge(new Evidence(split));
    GateCheck agree = new HalvesAgree(BOUNDS).judge(narrow(candidate));

    assertThat(agree.passed()).isTrue();
    assertThat(disagree.passed()).isFalse();
    assertThat(disagree.value()).isCloseTo(12, within(0.2));
    assertThat(disagree.reason()).contains("is %.2f deg".formatted(disagree.bound()));
    assertThat(asked).hasSize(2);
    assertThat(asked.get(0).size() + asked.get(1).size()).isEqualTo(NARROW.training.size());
    assertThat(asked.get(0).fixation()).doesNotContain(asked.get(1).fixation());
  }

  @Test
  void aSingleFixationHasNoHalves() {
    FixatedFrames one =
        new FixatedFrames(NARROW.training.features(), new int[NARROW.training.size()]);
    GateCase single =
        new GateCase(
            GateWorld.parent(),
            GateWorld.scaled(0.9),
            NARROW.source,
            one,
            NARROW.heldOut,
            Optional.empty(),
            List.of(),
            any -> GateWorld.scaled(0.9));

    GateCheck check = new HalvesAgree(BOUNDS).judge(new Evidence(single));

    assertThat(check.passed()).isFalse();
    assertThat(check.reason()).isEqualTo("cannot split a single fixation into halves");
  }

  private static Evidence narrow(Head candidate) {
    return new Evidence(NARROW.judging(candidate));
  }

  private static Evidence evidence(GateWorld world, Head candidate, SitePrior prior) {
    return new Evidence(world.judging(candidate, Optional.of(prior), List.of()));
  }
}
