package io.gazeshift.adaptation.method;

import io.gazeshift.backbone.samples.Evaluation;
import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * One adaptation and what is worth telling of it.
 *
 * @param account what only its method can tell
 * @param sourceGaze the labels of the bank
 * @param before what the head said of the target at the start
 * @param after what the adapted head says of it
 * @param featuresBefore how source and target lay to each other at the start
 * @param featuresAfter how they lie to each other for the adapted head
 */
public record AdaptationRun(
    Account account,
    Matrix sourceGaze,
    Matrix before,
    Matrix after,
    FeatureProjection featuresBefore,
    FeatureProjection featuresAfter,
    Duration training) {

  static AdaptationRun timed(
      Head start, SourceBank source, FeatureRows target, Supplier<Account> training) {
    long began = System.nanoTime();
    Account account = training.get();
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    FeatureProjection before = FeatureProjection.of(start, source.features(), target);
    return new AdaptationRun(
        account,
        source.gaze(),
        Evaluation.predict(start, target),
        Evaluation.predict(account.head(), target),
        before,
        FeatureProjection.of(account.head(), source.features(), target).facing(before),
        took);
  }
}
