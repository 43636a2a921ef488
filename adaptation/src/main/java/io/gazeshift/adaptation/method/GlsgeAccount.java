package io.gazeshift.adaptation.method;

import io.gazeshift.adaptation.config.LabelModelName;
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
 * A run of GLSGE as published.
 *
 * @param laws the law of target labels in each round
 */
public record GlsgeAccount(
    AdaptationSettings settings, AdaptationResult result, List<LabelModel> laws)
    implements Account {

  public GlsgeAccount {
    laws = List.copyOf(laws);
  }

  @Override
  public String method() {
    return "glsge";
  }

  /** The label model it used. */
  public LabelModelName labelModel() {
    return LabelModels.name(laws.get(laws.size() - 1));
  }

  /** How many samples of a batch the weights left, on average over the last epoch. */
  public double effectiveBatchSamples() {
    return result.epochs().get(result.epochs().size() - 1).effectiveSamples();
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
