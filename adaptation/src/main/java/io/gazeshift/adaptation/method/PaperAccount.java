package io.gazeshift.adaptation.method;

import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.label.LabelModel;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.train.AdaptationResult;
import io.gazeshift.glsge.train.AdaptationSettings;
import io.gazeshift.glsge.train.LossTerms;
import io.gazeshift.glsge.train.StepLoss;
import java.util.List;
import java.util.Optional;

/**
 * A run of plain GLSGE.
 *
 * @param laws the law of target labels in each round
 */
public record PaperAccount(
    AdaptationSettings settings, AdaptationResult result, List<LabelModel> laws)
    implements Account {

  public PaperAccount {
    laws = List.copyOf(laws);
  }

  @Override
  public String method() {
    return "paper";
  }

  @Override
  public Head head() {
    return result.head();
  }

  @Override
  public Optional<LabelModel> law() {
    return Optional.of(laws.get(laws.size() - 1));
  }

  @Override
  public Optional<ImportanceWeights> weights(Matrix sourceGaze) {
    return law().map(law -> ImportanceWeights.of(law, sourceGaze));
  }

  @Override
  public List<StepLoss> losses() {
    return result.epochs().stream().map(StepLoss::of).toList();
  }

  public LossTerms firstLoss() {
    return result.epochs().get(0).loss();
  }

  public LossTerms lastLoss() {
    return result.epochs().get(result.epochs().size() - 1).loss();
  }
}
