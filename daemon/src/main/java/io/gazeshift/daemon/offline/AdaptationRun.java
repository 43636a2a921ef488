package io.gazeshift.daemon.offline;

import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.data.TargetSet;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.LabelEstimator;
import io.gazeshift.glsge.label.LabelModel;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.train.AdaptationResult;
import io.gazeshift.glsge.train.AdaptationSettings;
import io.gazeshift.glsge.train.EpochReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * One adaptation and what is worth telling of it.
 *
 * @param sourceGaze the labels of the bank
 * @param before what the head said of the target at the start
 * @param after what the adapted head says of it
 * @param laws the law of target labels in each round
 */
public record AdaptationRun(
    AdaptMethod method,
    AdaptationSettings settings,
    Head start,
    AdaptationResult result,
    Matrix sourceGaze,
    Matrix before,
    Matrix after,
    List<LabelModel> laws,
    Duration training) {

  public static AdaptationRun of(
      AdaptMethod method,
      AdaptationSettings settings,
      Head start,
      SourceBank source,
      TargetSet target,
      Consumer<EpochReport> progress) {
    List<LabelModel> laws = new ArrayList<>();
    LabelEstimator estimator = settings.labels();
    LabelEstimator noted =
        pseudoLabels -> {
          LabelModel law = estimator.estimate(pseudoLabels);
          laws.add(law);
          return law;
        };
    long began = System.nanoTime();
    AdaptationResult result =
        method.run(settings.withLabels(noted), start, source, target, progress);
    Duration training = Duration.ofNanos(System.nanoTime() - began);
    return new AdaptationRun(
        method,
        settings,
        start,
        result,
        source.gaze(),
        Evaluation.predict(start, target.features()),
        Evaluation.predict(result.head(), target.features()),
        List.copyOf(laws),
        training);
  }
}
