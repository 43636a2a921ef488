package io.gazeshift.adaptation.method;

import io.gazeshift.common.UserError;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.data.TargetSet;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.LabelEstimator;
import io.gazeshift.glsge.label.LabelModel;
import io.gazeshift.glsge.train.Adaptation;
import io.gazeshift.glsge.train.AdaptationResult;
import io.gazeshift.glsge.train.AdaptationSettings;
import io.gazeshift.glsge.train.StepLoss;
import io.gazeshift.glsge.train.TrainingListener;
import io.gazeshift.glsge.train.TrainingOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** GLSGE as the paper has it: it always changes the head. */
public record GlsgeMethod(AdaptationSettings settings, SourceBank source, TargetSet target)
    implements AdaptMethod {

  @Override
  public AdaptationRun run(Head start, TrainingListener progress, BooleanSupplier cancelled) {
    List<LabelModel> laws = new ArrayList<>();
    LabelEstimator estimator = settings.labels();
    LabelEstimator noted =
        pseudoLabels -> {
          LabelModel law = estimator.estimate(pseudoLabels);
          laws.add(law);
          return law;
        };
    return AdaptationRun.timed(
        start,
        source,
        target.features(),
        () -> {
          AdaptationResult result =
              new Adaptation(settings.withLabels(noted))
                  .run(
                      start,
                      source,
                      target,
                      epoch -> {
                        progress.loss(StepLoss.of(epoch));
                        progress.done((double) epoch.stepsDone() / epoch.steps());
                      },
                      cancelled);
          if (result.outcome() == TrainingOutcome.CANCELLED) {
            throw new CancellationException(result.reason());
          }
          if (result.outcome() != TrainingOutcome.COMPLETED) {
            throw new UserError(
                "the adaptation diverged, no head was written: %s; lower --lr or --lambda"
                    .formatted(result.reason()));
          }
          return new GlsgeAccount(settings, result, laws);
        });
  }
}
