package io.gazeshift.adaptation.method;

import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.safe.FixatedFrames;
import io.gazeshift.glsge.safe.SafeAdaptation;
import io.gazeshift.glsge.safe.SafeResult;
import io.gazeshift.glsge.safe.SafeSettings;
import io.gazeshift.glsge.safe.SourceWithValidation;
import io.gazeshift.glsge.train.TrainingListener;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** Adaptation that may be run unattended: it leaves the head alone where nothing warrants more. */
public record SafeMethod(
    SafeSettings settings, SourceWithValidation bank, FixatedFrames target, SiteKnowledge site)
    implements AdaptMethod {

  @Override
  public AdaptationRun run(Head start, TrainingListener progress, BooleanSupplier cancelled) {
    return AdaptationRun.timed(
        start,
        bank.all(),
        target.features(),
        () -> {
          SafeResult result =
              site.adapt(new SafeAdaptation(settings), start, bank, target, progress, cancelled);
          if (cancelled.getAsBoolean()) {
            throw new CancellationException("cancelled before it was through");
          }
          return new SafeAccount(settings, site, result);
        });
  }
}
