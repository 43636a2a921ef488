package io.gazeshift.benchmarks.scenario;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The shift between the source and the domain that a head is adapted to. */
public enum Scenario {
  /** Fewer directions and other conditions. */
  BOTH_EASY(GazePattern.NARROW, 1.6, 4, 0),
  /** The same, further away. */
  BOTH_HARD(GazePattern.NARROW, 3.0, 4, 0),
  LABEL_ONLY(GazePattern.NARROW, 0, 4, 0),
  COND_ONLY(GazePattern.WIDE, 2.0, 4, 0),
  NONE(GazePattern.WIDE, 0, 4, 0),
  /** Clusters of gaze, as in a vehicle. */
  DRIVER(GazePattern.DRIVER, 0, 2, 0),
  DRIVER_COND(GazePattern.DRIVER, 1.6, 2, 0),
  /** The camera stands aside, so that everyone looks past it. */
  ASIDE(GazePattern.NARROW, 1.0, 4, 25),
  /** In 30 % of the frames the eyes are all but closed. */
  CLOSED_EYES(GazePattern.NARROW, 1.6, 4, 0, ScenarioFault.Kind.CLOSED_EYES),
  /** Faces were normalised with the wrong focal length and centre. */
  WRONG_CAMERA(GazePattern.NARROW, 1.0, 4, 0, ScenarioFault.Kind.WRONG_CAMERA),
  /** The camera gives one and the same picture, until it is repaired. */
  BROKEN_CAMERA(GazePattern.NARROW, 1.0, 4, 0, ScenarioFault.Kind.BROKEN_CAMERA);

  enum GazePattern {
    WIDE,
    NARROW,
    DRIVER
  }

  final GazePattern pattern;
  final double level;
  final int people;
  final double asideDeg;
  final ScenarioFault.Kind fault;

  Scenario(GazePattern pattern, double level, int people, double asideDeg) {
    this(pattern, level, people, asideDeg, ScenarioFault.Kind.NONE);
  }

  Scenario(
      GazePattern pattern, double level, int people, double asideDeg, ScenarioFault.Kind fault) {
    this.pattern = pattern;
    this.level = level;
    this.people = people;
    this.asideDeg = asideDeg;
    this.fault = fault;
  }

  /** Those in which nothing is broken: what adaptations are compared on. */
  public static List<Scenario> sound() {
    return Arrays.stream(values()).filter(s -> s.fault == ScenarioFault.Kind.NONE).toList();
  }

  /** As tables and the command line write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The scenarios of a list like {@code both-easy,aside}. */
  public static List<Scenario> parseList(String labels) {
    return Arrays.stream(labels.split(",")).map(String::strip).map(Scenario::parse).toList();
  }

  private static Scenario parse(String label) {
    for (Scenario scenario : values()) {
      if (scenario.label().equals(label)) {
        return scenario;
      }
    }
    throw new IllegalArgumentException(
        "unknown scenario '%s'; use one of %s"
            .formatted(
                label,
                Arrays.stream(values()).map(Scenario::label).collect(Collectors.joining(", "))));
  }
}
