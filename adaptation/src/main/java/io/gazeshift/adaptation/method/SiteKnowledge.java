package io.gazeshift.adaptation.method;

import io.gazeshift.glsge.label.SitePrior;
import java.util.Optional;

/** What is known about where people look in a domain. */
public sealed interface SiteKnowledge {

  /** The gaze distribution, if it is known. */
  default Optional<SitePrior> law() {
    return Optional.empty();
  }

  /** Whether the head must be evaluated on validation people. */
  default boolean needsCalibration() {
    return false;
  }

  /** A short name for reports. */
  String describe();

  /** Nothing is known: the distribution is estimated from the frames. */
  record Unknown() implements SiteKnowledge {

    @Override
    public boolean needsCalibration() {
      return true;
    }

    @Override
    public String describe() {
      return "no prior";
    }
  }

  /** Only the mean gaze is known. */
  record Mean(double pitchRad, double yawRad) implements SiteKnowledge {

    @Override
    public String describe() {
      return "mean";
    }
  }

  /** The gaze distribution is known: mean and spread, or clusters. */
  record Known(SitePrior prior) implements SiteKnowledge {

    @Override
    public Optional<SitePrior> law() {
      return Optional.of(prior);
    }

    @Override
    public String describe() {
      return "prior";
    }
  }
}
