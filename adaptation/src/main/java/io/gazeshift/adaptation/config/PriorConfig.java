package io.gazeshift.adaptation.config;

import java.util.List;

/** What the installer knows of where people look, in the camera's axes. */
public sealed interface PriorConfig {

  /** Nothing. */
  record Unknown() implements PriorConfig {}

  /** The labelled glances of the domain are spread as people look there. */
  record Glances() implements PriorConfig {}

  /** Directions; the only one may be a mean alone, several have spreads. */
  record Clusters(List<GazeCluster> clusters) implements PriorConfig {

    public Clusters {
      clusters = List.copyOf(clusters);
    }

    /** Whether no more is known than where people look on average. */
    public boolean isMeanOnly() {
      return clusters.get(0).spread().isEmpty();
    }
  }

  /** Anywhere on a screen. */
  record Screen(ScreenPlace place) implements PriorConfig {}

  /** At some things. */
  record Points(List<GazePoint> points) implements PriorConfig {

    public Points {
      points = List.copyOf(points);
    }
  }
}
