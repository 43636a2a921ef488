package io.gazeshift.adaptation.method;

import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.safe.FixatedFrames;
import io.gazeshift.glsge.safe.SafeAdaptation;
import io.gazeshift.glsge.safe.SafeResult;
import io.gazeshift.glsge.safe.SourceWithValidation;
import io.gazeshift.glsge.train.TrainingListener;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** What is known of where people look at a place; it decides what may be done there. */
public sealed interface SiteKnowledge {

  SafeResult adapt(
      SafeAdaptation adaptation,
      Head head,
      SourceWithValidation bank,
      FixatedFrames target,
      TrainingListener progress,
      BooleanSupplier cancelled);

  /** Where people look there, if it is known. */
  default Optional<SitePrior> law() {
    return Optional.empty();
  }

  /** Whether the head must be measured on people it has not seen. */
  default boolean needsCalibration() {
    return false;
  }

  /** In a word, for reports. */
  String describe();

  /** Nothing is known: the frames must tell. */
  record Unknown() implements SiteKnowledge {

    @Override
    public SafeResult adapt(
        SafeAdaptation adaptation,
        Head head,
        SourceWithValidation bank,
        FixatedFrames target,
        TrainingListener progress,
        BooleanSupplier cancelled) {
      return adaptation.run(head, bank, target, progress, cancelled);
    }

    @Override
    public boolean needsCalibration() {
      return true;
    }

    @Override
    public String describe() {
      return "no prior";
    }
  }

  /** Where people look on average, and no more. */
  record Mean(double pitchRad, double yawRad) implements SiteKnowledge {

    @Override
    public SafeResult adapt(
        SafeAdaptation adaptation,
        Head head,
        SourceWithValidation bank,
        FixatedFrames target,
        TrainingListener progress,
        BooleanSupplier cancelled) {
      return adaptation.offset(head, target, pitchRad, yawRad);
    }

    @Override
    public String describe() {
      return "mean";
    }
  }

  /** The law of gaze: mean and spread, or clusters. */
  record Known(SitePrior prior) implements SiteKnowledge {

    @Override
    public SafeResult adapt(
        SafeAdaptation adaptation,
        Head head,
        SourceWithValidation bank,
        FixatedFrames target,
        TrainingListener progress,
        BooleanSupplier cancelled) {
      return adaptation.runWithPrior(head, bank, target, prior, progress, cancelled);
    }

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
