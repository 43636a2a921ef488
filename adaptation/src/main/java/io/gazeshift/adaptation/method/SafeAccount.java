package io.gazeshift.adaptation.method;

import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.safe.DistributionEstimate;
import io.gazeshift.glsge.safe.SafeResult;
import io.gazeshift.glsge.safe.SafeSettings;
import io.gazeshift.glsge.safe.Verdict;
import io.gazeshift.glsge.train.StepLoss;
import java.util.List;
import java.util.Optional;

/** A run of safe adaptation. */
public record SafeAccount(SafeSettings settings, SiteKnowledge site, SafeResult result)
    implements Account {

  @Override
  public String method() {
    return "safe";
  }

  @Override
  public Head head() {
    return result.head();
  }

  public Verdict verdict() {
    return result.verdict();
  }

  /** The law of gaze that the verdict rests on: the site's, or else the estimate. */
  @Override
  public Optional<SitePrior> law() {
    return site.law().or(() -> verdict().estimate().map(DistributionEstimate::normal));
  }

  @Override
  public Optional<ImportanceWeights> weights(Matrix sourceGaze) {
    return result.weights();
  }

  @Override
  public List<StepLoss> losses() {
    return result.losses();
  }
}
