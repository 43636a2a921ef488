package io.gazeshift.glsge.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.safe.FixatedFrames;
import io.gazeshift.glsge.safe.SafeAdaptation;
import io.gazeshift.glsge.safe.SafeResult;
import io.gazeshift.glsge.safe.SafeSettings;
import io.gazeshift.glsge.safe.SourceSplit;
import io.gazeshift.glsge.train.SourceTrainer;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Traces the people that the gate judges on: with features and labels that would spoil whatever
 * they reach, every head and every estimate stays the same to the last bit.
 */
class JudgePeopleTest {

  private static final int WIDTH = 6;
  private static final int FRAMES_EACH = 5;
  private static final double SOURCE_SIGMA = 0.3;
  private static final double TARGET_SIGMA = 0.1;
  // The first, third and fifth of the validation people 20 to 25.
  private static final List<Long> JUDGES = List.of(20L, 22L, 24L);

  private static final SafeAdaptation SAFE =
      new SafeAdaptation(SafeSettings.DEFAULT.withDevice("cpu"));

  private final SourceBank train = people(0, 20, 200, new SplittableRandom(1));
  private final SourceBank validation = people(20, 6, 60, new SplittableRandom(2));
  private final SourceSplit clean = SourceSplit.of(train, validation);
  private final SourceSplit poisoned = SourceSplit.of(train, poisoned(validation));
  private final Head head =
      new SourceTrainer(new SourceTrainer.Settings(16, 8, 40, 100, 3e-3, 1, "cpu"))
          .train(train, loss -> {}, () -> false)
          .head();

  @Test
  void noneOfThemReachesAnAdaptationWithoutAPrior() {
    FixatedFrames target = target(120);

    SafeResult before = without(clean, target);
    SafeResult after = without(poisoned, target);

    assertThat(before.verdict().adapted()).as("%s", before.verdict()).isTrue();
    assertSame(after, before);
  }

  @Test
  void noneOfThemReachesATrainingOnThePrior() {
    assertSameWithPrior(target(60), 0.12, "trained on the");
  }

  @Test
  void noneOfThemReachesARegistration() {
    assertSameWithPrior(target(120), TARGET_SIGMA, "fitted to the");
  }

  private void assertSameWithPrior(FixatedFrames target, double sigma, String how) {
    SafeResult before = with(clean, target, sigma);
    SafeResult after = with(poisoned, target, sigma);

    assertThat(before.verdict().reasons()).singleElement().asString().startsWith(how);
    assertSame(after, before);
  }

  private static void assertSame(SafeResult after, SafeResult before) {
    assertThat(after.head()).isEqualTo(before.head());
    assertThat(after.verdict()).isEqualTo(before.verdict());
    assertThat(after.losses()).isEqualTo(before.losses());
    assertThat(after.weights().orElseThrow().values())
        .containsExactly(before.weights().orElseThrow().values());
  }

  @Test
  void theGateMeasuresOnThemAndEstimatesWithout() {
    GateVerdict before = judge(clean);
    GateVerdict after = judge(poisoned);

    GateCheck honest = check(before, "source-error");
    GateCheck spoiled = check(after, "source-error");
    assertThat(spoiled.value()).as("they are what it measures on").isNotEqualTo(honest.value());
    assertThat(distribution(spoiled)).isEqualTo(distribution(honest)).contains("sigma");
    for (String name : List.of("finite", "jump", "collapse", "jitter")) {
      assertThat(check(after, name)).isEqualTo(check(before, name));
    }
  }

  private GateVerdict judge(SourceSplit source) {
    FixatedFrames training = target(120);
    return new Gate()
        .judge(
            new GateCase(
                head,
                without(source, training).head(),
                source,
                training,
                target(25),
                Optional.empty(),
                List.of(),
                frames -> without(source, frames).head()));
  }

  private static GateCheck check(GateVerdict verdict, String name) {
    return verdict.checks().stream()
        .filter(check -> check.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** What the check says of where people look. */
  private static String distribution(GateCheck check) {
    return check.reason().substring(0, check.reason().indexOf(", the candidate's error"));
  }

  private SafeResult without(SourceSplit source, FixatedFrames target) {
    return SAFE.run(head, source.adaptation(), target, done -> {}, () -> false);
  }

  private SafeResult with(SourceSplit source, FixatedFrames target, double sigma) {
    SitePrior prior = SitePrior.of(new Gaussian(0, 0, Covariance.diagonal(sigma, sigma)));
    return SAFE.runWithPrior(head, source.adaptation(), target, prior, done -> {}, () -> false);
  }

  private static SourceBank poisoned(SourceBank people) {
    float[] features = new float[people.size() * WIDTH];
    Matrix gaze = people.gaze().copy();
    for (int i = 0; i < people.size(); i++) {
      people.features().copy(i, features, i * WIDTH);
      if (JUDGES.contains(people.persons()[i])) {
        for (int c = 0; c < WIDTH; c++) {
          // As varied as before, or the gate would take the camera for a covered one.
          features[i * WIDTH + c] = 3 - features[i * WIDTH + c];
        }
        gaze.set(i, 0, 0.4 - gaze.get(i, 0));
        gaze.set(i, 1, -0.2 - 2 * gaze.get(i, 1));
      }
    }
    return new SourceBank(FeatureRows.of(features, WIDTH), gaze, people.persons(), "");
  }

  private static SourceBank people(int first, int count, int framesEach, SplittableRandom random) {
    int n = count * framesEach;
    float[] features = new float[n * WIDTH];
    Matrix gaze = Matrix.zeros(n, 2);
    long[] persons = new long[n];
    for (int i = 0; i < n; i++) {
      persons[i] = (long) first + i / framesEach;
      gaze.set(i, 0, SOURCE_SIGMA * random.nextGaussian());
      gaze.set(i, 1, SOURCE_SIGMA * random.nextGaussian());
      write(random, gaze.get(i, 0), gaze.get(i, 1), features, i);
    }
    return new SourceBank(FeatureRows.of(features, WIDTH), gaze, persons, "");
  }

  private static FixatedFrames target(int fixations) {
    SplittableRandom random = new SplittableRandom(fixations);
    int n = fixations * FRAMES_EACH;
    float[] features = new float[n * WIDTH];
    int[] fixation = new int[n];
    for (int f = 0; f < fixations; f++) {
      double pitch = TARGET_SIGMA * random.nextGaussian();
      double yaw = TARGET_SIGMA * random.nextGaussian();
      for (int i = f * FRAMES_EACH; i < (f + 1) * FRAMES_EACH; i++) {
        fixation[i] = f;
        write(random, pitch, yaw, features, i);
      }
    }
    return new FixatedFrames(FeatureRows.of(features, WIDTH), fixation);
  }

  private static void write(
      SplittableRandom random, double pitch, double yaw, float[] to, int row) {
    for (int c = 0; c < WIDTH; c++) {
      double signal = Math.sin((c + 1) * 0.6 * (c % 2 == 0 ? pitch : yaw) + 0.3 * c);
      to[row * WIDTH + c] = (float) (signal + 0.05 * random.nextGaussian());
    }
  }
}
