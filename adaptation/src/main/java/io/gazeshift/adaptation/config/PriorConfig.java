package io.gazeshift.adaptation.config;

import io.gazeshift.targets.shape.Target;
import java.util.List;

/** What the installer knows of where people look, in the camera's axes. */
public sealed interface PriorConfig {

  /** Whether a gaze distribution can be made of it, not merely its mean. */
  default boolean hasSpread() {
    return true;
  }

  /** Nothing. */
  record Unknown() implements PriorConfig {

    @Override
    public boolean hasSpread() {
      return false;
    }
  }

  /** The distribution of the domain's labelled glances. */
  record Glances() implements PriorConfig {}

  /** Directions. A single one may be a mean without a spread; several need spreads. */
  record Clusters(List<GazeCluster> clusters) implements PriorConfig {

    public Clusters {
      clusters = List.copyOf(clusters);
    }

    @Override
    public boolean hasSpread() {
      return !isMeanOnly();
    }

    /** Whether only the mean direction is known. */
    public boolean isMeanOnly() {
      return clusters.get(0).spread().isEmpty();
    }
  }

  /** At some things, each evenly, as often as their shares say. */
  record Targets(List<Target> targets) implements PriorConfig {

    public Targets {
      targets = List.copyOf(targets);
    }
  }
}
