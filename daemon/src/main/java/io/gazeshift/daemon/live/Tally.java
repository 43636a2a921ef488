package io.gazeshift.daemon.live;

import java.util.OptionalDouble;

/** Sums of scores. For one thread. */
final class Tally {

  private long faces;
  private long priorFaces;
  private double degrees;
  private double sourceDegrees;
  private double shrunkDegrees;
  private double priorDegrees;

  void add(FaceScore score) {
    faces++;
    degrees += score.degrees();
    sourceDegrees += score.sourceDegrees();
    shrunkDegrees += score.shrunkDegrees();
    score
        .priorDegrees()
        .ifPresent(
            angle -> {
              priorFaces++;
              priorDegrees += angle;
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

  double shrunkDegrees() {
    return shrunkDegrees / faces;
  }

  OptionalDouble priorDegrees() {
    return priorFaces == 0 ? OptionalDouble.empty() : OptionalDouble.of(priorDegrees / priorFaces);
  }
}
