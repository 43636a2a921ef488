package io.gazeshift.adaptation.method;

import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.safe.AdaptationSource;
import io.gazeshift.glsge.safe.FixatedFrames;
import io.gazeshift.glsge.safe.SafeAdaptation;
import io.gazeshift.glsge.safe.SafeResult;
import io.gazeshift.glsge.safe.SafeSettings;
import io.gazeshift.glsge.train.TrainingListener;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Adaptation that may run unattended: it changes the head only as far as the evidence justifies.
 * What is known about the site decides which algorithm is used.
 */
public record SafeMethod(
    SafeSettings settings, AdaptationSource source, FixatedFrames target, SiteKnowledge site)
    implements AdaptMethod {

  @Override
  public AdaptationRun run(Head start, TrainingListener progress, BooleanSupplier cancelled) {
    return AdaptationRun.timed(
        start,
        source.train(),
        target.features(),
        () -> {
          SafeResult result = adapt(start, progress, cancelled);
          if (cancelled.getAsBoolean()) {
            throw new CancellationException("cancelled before it was through");
          }
          return new SafeAccount(settings, site, result);
        });
  }

  private SafeResult adapt(Head start, TrainingListener progress, BooleanSupplier cancelled) {
    SafeAdaptation adaptation = new SafeAdaptation(settings);
    if (site instanceof SiteKnowledge.Known known) {
      return adaptation.runWithPrior(start, source, target, known.prior(), progress, cancelled);
    }
    if (site instanceof SiteKnowledge.Mean mean) {
      return adaptation.offset(start, target, mean.pitchRad(), mean.yawRad());
    }
    return adaptation.run(start, source, target, progress, cancelled);
  }
}
