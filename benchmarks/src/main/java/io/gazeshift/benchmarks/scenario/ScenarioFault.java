package io.gazeshift.benchmarks.scenario;

import java.util.random.RandomGenerator;

/**
 * What is wrong with what a camera delivers.
 *
 * @param closedShare of the frames show closed eyes
 * @param zoom by how much crops are too large
 * @param rightPixels by how much they are misplaced
 * @param downPixels likewise
 * @param yawDeg the true gaze less the one that the crops show, which wrong axes hide
 * @param pitchDeg likewise
 * @param isBlind whether every picture is the same
 */
record ScenarioFault(
    double closedShare,
    double zoom,
    double rightPixels,
    double downPixels,
    double yawDeg,
    double pitchDeg,
    boolean isBlind) {

  static final ScenarioFault NONE = new ScenarioFault(0, 1, 0, 0, 0, 0, false);

  enum Kind {
    NONE,
    CLOSED_EYES,
    WRONG_CAMERA,
    BROKEN_CAMERA
  }

  static ScenarioFault draw(Kind kind, RandomGenerator random) {
    return switch (kind) {
      case NONE -> NONE;
      case CLOSED_EYES -> new ScenarioFault(0.3, 1, 0, 0, 0, 0, false);
      case WRONG_CAMERA ->
          new ScenarioFault(
              0,
              random.nextBoolean() ? 1.12 : 0.89,
              eitherWay(random, 0.8),
              eitherWay(random, 0.8),
              eitherWay(random, 4),
              eitherWay(random, 2.5),
              false);
      case BROKEN_CAMERA -> new ScenarioFault(0, 1, 0, 0, 0, 0, true);
    };
  }

  /** As it is when the head is measured: see {@link ScenarioDomain#tested}. */
  ScenarioFault tested() {
    return new ScenarioFault(0, zoom, rightPixels, downPixels, yawDeg, pitchDeg, false);
  }

  /** The gaze that the crops show. */
  EyeGaze shown(EyeGaze truth) {
    return truth.plus(-yawDeg, -pitchDeg);
  }

  ScenarioFrame seen(ScenarioFrame frame, RandomGenerator random) {
    // Sound frames draw no random numbers here: their streams stay what they were.
    boolean closed = closedShare > 0 && random.nextDouble() < closedShare;
    double open = closed ? random.nextDouble(0.05, 0.25) : frame.open();
    return frame.seen(open, zoom, rightPixels, downPixels);
  }

  private static double eitherWay(RandomGenerator random, double size) {
    double signed = random.nextBoolean() ? size : -size;
    return signed * random.nextDouble(0.7, 1.3);
  }
}
