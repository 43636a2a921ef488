package io.gazeshift.daemon.live;

import java.util.Arrays;
import java.util.OptionalDouble;

/** Sums of scores. Not thread-safe. */
final class ErrorTally {

  private long faces;
  private long priorFaces;
  private double degrees;
  private double sourceDegrees;
  private final double[] shrunkDegrees = new double[Shrinkage.FACTORS];
  private double priorDegrees;
  private double offsetDegrees;

  void add(FaceScore score) {
    faces++;
    degrees += score.degrees();
    sourceDegrees += score.sourceDegrees();
    Arrays.setAll(shrunkDegrees, i -> shrunkDegrees[i] + score.shrunkDegrees()[i]);
    score
        .prior()
        .ifPresent(
            by -> {
              priorFaces++;
              priorDegrees += by.aloneDegrees();
              offsetDegrees += by.offsetDegrees();
            });
  }

  long faces() {
    return faces;
  }

  double degrees() {
    return degrees / faces;
  }

  double sourceDegrees() {
    return sourceDegrees / faces;
  }

  /** With the factor that is best for all of these faces. */
  double shrunkDegrees() {
    return Shrinkage.best(shrunkDegrees) / faces;
  }

  OptionalDouble priorDegrees() {
    return byPrior(priorDegrees);
  }

  OptionalDouble offsetDegrees() {
    return byPrior(offsetDegrees);
  }

  private OptionalDouble byPrior(double sum) {
    return priorFaces == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / priorFaces);
  }
}
