package io.gazeshift.adaptation.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.adaptation.buffer.BufferSettings;
import io.gazeshift.adaptation.buffer.TargetBuffer;
import io.gazeshift.adaptation.buffer.TargetSample;
import io.gazeshift.adaptation.buffer.TargetSnapshot;
import io.gazeshift.adaptation.buffer.Track;
import io.gazeshift.adaptation.schedule.Decision.Cause;
import io.gazeshift.glsge.data.Half;
import io.gazeshift.glsge.drift.TwoSampleTest;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.testing.TestHeads;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TriggerPolicyTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  private static final int WIDTH = 8;
  private static final Head HEAD = TestHeads.constant(WIDTH, 0, 0);

  private final TargetSnapshot day = scene(1, 0, 0);
  private final DomainHistory adapted = DomainHistory.NONE.judged(NOON, day, Setbacks.NONE);

  @Test
  void withTooFewSamplesNothingHappens() {
    assertThat(decide(NOON, false, 999, DomainHistory.NONE, day).cause()).isEqualTo(Cause.TOO_FEW);
    assertThat(decide(NOON, true, 99, DomainHistory.NONE, day).cause()).isEqualTo(Cause.TOO_FEW);
  }

  @Test
  void aDomainNeverAdaptedRunsOnceItHasEnough() {
    Decision decision = decide(NOON, false, 1000, DomainHistory.NONE, day);
    assertThat(decision.run()).isTrue();
    assertThat(decision.cause()).isEqualTo(Cause.FIRST);
  }

  @Test
  void whoAsksGetsARunWithAHundredSamplesAtAnyHour() {
    policy = policy(new QuietHours(LocalTime.of(11, 0), LocalTime.of(13, 0), ZoneId.of("UTC")));
    assertThat(decide(NOON, true, 100, adapted.failed(NOON), day).cause()).isEqualTo(Cause.MANUAL);
  }

  @Test
  void nothingNewMeansNothingToDoUntilTheIntervalIsOver() {
    TargetSnapshot later = scene(2, 0, 0);
    assertThat(decide(NOON.plus(Duration.ofHours(5)), false, 1000, adapted, later).cause())
        .isEqualTo(Cause.NOT_DUE);
    assertThat(decide(NOON.plus(Duration.ofHours(6)), false, 1000, adapted, later).cause())
        .isEqualTo(Cause.INTERVAL);
  }

  @Test
  void aChangedSceneIsDrift() {
    Decision decision =
        decide(NOON.plus(Duration.ofMinutes(20)), false, 1000, adapted, scene(2, 3, 0));
    assertThat(decision.cause()).isEqualTo(Cause.DRIFT);
    assertThat(decision.explanation()).contains("cameras see");
  }

  @Test
  void peopleWhoLookElsewhereAreDrift() {
    Decision decision =
        decide(NOON.plus(Duration.ofMinutes(20)), false, 1000, adapted, scene(2, 0, 15));
    assertThat(decision.cause()).isEqualTo(Cause.DRIFT);
  }

  @Test
  void driftIsFoundHoweverSureOneWantsToBeAndNotLookedForAtZero() {
    assertThat(DriftDetector.of(0.001, HEAD).compare(day, scene(2, 3, 0)).orElseThrow().changed())
        .isPresent();
    assertThat(DriftDetector.of(0.001, HEAD).compare(day, scene(2, 0, 0)).orElseThrow().changed())
        .isEmpty();
    assertThat(DriftDetector.of(0, HEAD).compare(day, scene(2, 3, 0))).isEmpty();
  }

  @Test
  void driftIsNotLookedForAtEveryGlance() {
    TargetSnapshot changed = scene(2, 3, 0);
    decide(NOON.plusSeconds(600), false, 1000, adapted, scene(3, 0, 0));
    assertThat(decide(NOON.plusSeconds(700), false, 1000, adapted, changed).cause())
        .isEqualTo(Cause.NOT_DUE);
    assertThat(decide(NOON.plusSeconds(900), false, 1000, adapted, changed).cause())
        .isEqualTo(Cause.DRIFT);
  }

  @Test
  void quietHoursMayPassMidnight() {
    policy = policy(new QuietHours(LocalTime.of(22, 0), LocalTime.of(6, 0), ZoneId.of("UTC")));
    Instant night = Instant.parse("2026-03-01T02:00:00Z");
    assertThat(decide(night, false, 1000, DomainHistory.NONE, day).cause()).isEqualTo(Cause.QUIET);
    assertThat(decide(NOON, false, 1000, DomainHistory.NONE, day).run()).isTrue();
  }

  @Test
  void aDomainThatKeepsFailingIsTriedLessAndLessOften() {
    TargetSnapshot changed = scene(2, 3, 0);
    DomainHistory history = adapted;
    for (int failures = 1; failures <= 4; failures++) {
      history = history.failed(NOON);
      long wait = 300L << (failures - 1);
      assertThat(decide(NOON.plusSeconds(wait - 1), false, 1000, history, changed).cause())
          .isEqualTo(Cause.BACKED_OFF);
      policy.forget("seat");
      assertThat(decide(NOON.plusSeconds(wait), false, 1000, history, changed).run()).isTrue();
    }
    for (int i = 0; i < 100; i++) {
      history = history.failed(NOON);
    }
    assertThat(decide(NOON.plus(Duration.ofDays(1)), false, 1000, history, changed).run()).isTrue();
  }

  @Test
  void afterAFailureADomainIsTriedAgainThoughNothingHasChanged() {
    DomainHistory first = DomainHistory.NONE.failed(NOON);
    assertThat(decide(NOON.plusSeconds(299), false, 1000, first, day).cause())
        .isEqualTo(Cause.BACKED_OFF);
    assertThat(decide(NOON.plusSeconds(300), false, 1000, first, day).cause())
        .isEqualTo(Cause.FIRST);
    assertThat(decide(NOON.plusSeconds(300), false, 1000, adapted.failed(NOON), day).cause())
        .isEqualTo(Cause.INTERVAL);
  }

  @Test
  void aDomainThatIsRejectedAgainAndAgainIsTriedLessAndLessOften() {
    TargetSnapshot changed = scene(2, 3, 0);
    Setbacks setbacks = Setbacks.NONE;
    for (int refusals = 1; refusals <= 2; refusals++) {
      setbacks = setbacks.rejected();
      assertThat(after(setbacks, 1, changed).cause())
          .as("%d are put up with", refusals)
          .isEqualTo(Cause.DRIFT);
    }
    for (long wait = 300; wait <= 2400; wait *= 2) {
      setbacks = setbacks.rejected();
      assertThat(after(setbacks, wait - 1, changed).cause()).isEqualTo(Cause.BACKED_OFF);
      assertThat(after(setbacks, wait, changed).cause()).isEqualTo(Cause.DRIFT);
    }
    assertThat(after(setbacks.published(), 1, changed).cause()).isEqualTo(Cause.DRIFT);
  }

  @Test
  void aHeadThatIsTakenBackIsNotMadeAgainAtOnceNorWhereNothingHasChanged() {
    TargetSnapshot changed = scene(2, 3, 0);
    Setbacks once = Setbacks.NONE.published().takenBack();
    assertThat(after(once, 299, changed).cause()).isEqualTo(Cause.BACKED_OFF);
    assertThat(after(once, 300, changed).cause()).isEqualTo(Cause.DRIFT);
    assertThat(after(once, 300, scene(3, 0, 0)).cause()).isEqualTo(Cause.NOT_DUE);
    Setbacks twice = once.published().takenBack();
    assertThat(after(twice, 599, changed).cause()).isEqualTo(Cause.BACKED_OFF);
    assertThat(after(twice.published().published(), 1, changed).cause()).isEqualTo(Cause.DRIFT);
  }

  private Decision after(Setbacks setbacks, long seconds, TargetSnapshot seen) {
    policy.forget("seat");
    DomainHistory history = adapted.judged(NOON, day, setbacks);
    return decide(NOON.plusSeconds(seconds), false, 1000, history, seen);
  }

  @Test
  void aClockSetBackDoesNotStartARun() {
    assertThat(decide(NOON.minus(Duration.ofDays(3)), false, 1000, adapted, scene(2, 0, 0)).cause())
        .isEqualTo(Cause.NOT_DUE);
  }

  @Test
  void afterAClockSetBackADomainDoesNotWaitForItToCatchUp() {
    Instant setBack = NOON.minus(Duration.ofDays(3));
    DomainHistory known = adapted.notAfter(setBack);
    assertThat(known.lastRun()).contains(setBack);
    assertThat(
            decide(setBack.plus(Duration.ofHours(6)), false, 1000, known, scene(2, 0, 0)).cause())
        .isEqualTo(Cause.INTERVAL);
    assertThat(adapted.notAfter(NOON.plusSeconds(1))).isSameAs(adapted);
  }

  @Test
  void aClockSetAheadStartsNoRunBeforeTheIntervalIsOver() {
    Duration jump = Duration.ofDays(3);
    DomainHistory known = adapted.movedBy(jump);
    TargetSnapshot later = scene(2, 0, 0);
    assertThat(decide(NOON.plus(jump).plusSeconds(600), false, 1000, known, later).cause())
        .isEqualTo(Cause.NOT_DUE);
    assertThat(decide(NOON.plus(jump).plus(Duration.ofHours(6)), false, 1000, known, later).cause())
        .isEqualTo(Cause.INTERVAL);
  }

  @Test
  void whereWhatTheLastRunSawIsGoneOneRunShows() {
    DomainHistory known = adapted.withAdaptedTo(Optional.empty());
    Decision decision = decide(NOON.plusSeconds(600), false, 1000, known, day);
    assertThat(decision.cause()).isEqualTo(Cause.DRIFT);
    assertThat(decision.explanation()).contains("not kept any more");
    assertThat(decide(NOON.plusSeconds(610), false, 1000, known, day).run())
        .as("not at every glance")
        .isFalse();
    policy = policy(QuietHours.NONE, 0);
    assertThat(decide(NOON.plusSeconds(1200), false, 1000, known, day).cause())
        .as("drift is not looked for")
        .isEqualTo(Cause.NOT_DUE);
  }

  private TriggerPolicy policy = policy(QuietHours.NONE);

  private static TriggerPolicy policy(QuietHours quiet) {
    return policy(quiet, 0.02);
  }

  private static TriggerPolicy policy(QuietHours quiet, double driftSignificance) {
    TriggerSettings settings =
        new TriggerSettings(
            Duration.ofHours(6),
            1000,
            100,
            Duration.ofMinutes(5),
            driftSignificance,
            quiet,
            Duration.ofDays(1));
    return new TriggerPolicy(
        settings,
        new DriftDetector(new TwoSampleTest(199, 200, 1), settings.driftSignificance(), HEAD),
        (domain, drift) -> {});
  }

  private Decision decide(
      Instant now, boolean asked, int samples, DomainHistory history, TargetSnapshot snapshot) {
    return policy.decide("seat", now, asked, samples, history, () -> snapshot);
  }

  /** A minute of a person who looks around, in this light, this far off axis. */
  private static TargetSnapshot scene(long seed, double light, double asideDegrees) {
    Random random = new Random(seed);
    BufferSettings settings =
        new BufferSettings(400, 1, Duration.ofSeconds(1), Duration.ZERO, 5, Duration.ofHours(1));
    TargetBuffer buffer = new TargetBuffer(settings, seed);
    for (int i = 0; i < 80; i++) {
      Gaze gaze =
          Gaze.ofDegrees(5 * random.nextGaussian(), asideDegrees + 8 * random.nextGaussian());
      short[] feature = new short[WIDTH];
      for (int k = 0; k < feature.length; k++) {
        double value =
            k % 2 == 0 ? Math.sin(gaze.yawRad() * (k + 1)) + light : Math.cos(gaze.pitchRad() * k);
        feature[k] = Half.fromFloat((float) (value + 0.2 * random.nextGaussian()));
      }
      buffer.offer(
          new TargetSample(
              new Track("cam0", 1, 0), i, i * 500_000L, feature, gaze, Rotation.IDENTITY));
    }
    return buffer.snapshot();
  }
}
