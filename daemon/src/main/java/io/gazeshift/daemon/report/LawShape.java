package io.gazeshift.daemon.report;

import io.gazeshift.glsge.label.Box;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.LabelModel;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.label.TruncatedGaussian;
import io.gazeshift.glsge.label.TruncatedMixture;
import java.util.List;
import java.util.Optional;

/** What can be drawn of a law of labels: each cluster, and where it is cut off. */
record LawShape(Gaussian cluster, Optional<Box> box) {

  /** One shape for each cluster; none where the law has no place of its own. */
  static List<LawShape> of(LabelModel law) {
    if (law instanceof TruncatedGaussian one) {
      return List.of(of(one));
    }
    if (law instanceof TruncatedMixture several) {
      return several.parts().stream().map(LawShape::of).toList();
    }
    if (law instanceof SitePrior prior) {
      return prior.law().parts().stream()
          .map(cluster -> new LawShape(cluster, Optional.empty()))
          .toList();
    }
    return List.of();
  }

  private static LawShape of(TruncatedGaussian law) {
    return new LawShape(law.law(), Optional.of(law.box()));
  }
}
