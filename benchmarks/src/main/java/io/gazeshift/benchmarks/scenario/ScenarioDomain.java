package io.gazeshift.benchmarks.scenario;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.List;
import java.util.random.RandomGenerator;

/** A domain with its people, its conditions and its gaze distribution. */
record ScenarioDomain(
    List<ScenarioPerson> people,
    Conditions conditions,
    ScenarioGaze distribution,
    ScenarioFault fault) {

  private static final double DRIFT_DEG = 0.3;

  /** What is to be measured on: closed eyes have no gaze, and a blind camera is repaired first. */
  ScenarioDomain tested() {
    return new ScenarioDomain(people, conditions, distribution, fault.tested());
  }

  /** Frames of every person in turn, each gaze held for some frames. */
  FrameSet sample(
      EyeBackbone backbone,
      RandomGenerator random,
      int fixations,
      int framesEach,
      boolean withMirrored) {
    int n = fixations * framesEach;
    int width = EyeBackbone.FEATURES;
    float[] features = new float[n * width];
    float[] mirrored = new float[withMirrored ? n * width : 0];
    Matrix gaze = Matrix.zeros(n, 2);
    int[] fixation = new int[n];
    long[] persons = new long[n];
    int at = 0;
    for (int f = 0; f < fixations; f++) {
      int who = (int) ((long) f * people.size() / fixations);
      EyeGaze held = distribution.draw(random);
      for (ScenarioFrame frame : conditions.fixation(random, framesEach)) {
        EyeGaze now =
            framesEach == 1
                ? held
                : held.plus(DRIFT_DEG * random.nextGaussian(), DRIFT_DEG * random.nextGaussian());
        float[] image =
            fault.isBlind()
                ? new float[EyeCrops.PIXELS]
                : EyeCrops.render(
                    people.get(who), fault.shown(now), fault.seen(frame, random), random);
        System.arraycopy(backbone.features(image), 0, features, at * width, width);
        if (withMirrored) {
          float[] other = backbone.features(EyeCrops.mirror(image));
          System.arraycopy(other, 0, mirrored, at * width, width);
        }
        now.writeTo(gaze, at);
        fixation[at] = f;
        persons[at] = who;
        at++;
      }
    }
    return new FrameSet(
        FeatureRows.of(features, width), FeatureRows.of(mirrored, width), gaze, fixation, persons);
  }
}
