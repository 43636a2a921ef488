package io.gazeshift.adaptation.report;

import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.GaussianMixture;
import io.gazeshift.glsge.label.LabelBox;
import io.gazeshift.glsge.label.LabelModel;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.label.TruncatedGaussian;
import io.gazeshift.glsge.label.TruncatedMixture;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What can be told of a law of labels: each cluster, and where it is cut off.
 *
 * @param share of all labels, 0 to 1
 */
record LawShape(Gaussian cluster, double share, Optional<LabelBox> box) {

  /** One shape for each cluster; none where the law has no place of its own. */
  static List<LawShape> of(LabelModel law) {
    if (law instanceof TruncatedGaussian one) {
      return List.of(of(one, 1));
    }
    if (law instanceof TruncatedMixture several) {
      return IntStream.range(0, several.parts().size())
          .mapToObj(k -> of(several.parts().get(k), several.shares()[k]))
          .toList();
    }
    if (law instanceof SitePrior prior) {
      GaussianMixture mixture = prior.mixture();
      return IntStream.range(0, mixture.parts().size())
          .mapToObj(k -> of(mixture.parts().get(k), mixture.shares()[k]))
          .toList();
    }
    return List.of();
  }

  /** A normal law that is not cut off. */
  static LawShape of(Gaussian law, double share) {
    return new LawShape(law, share, Optional.empty());
  }

  private static LawShape of(TruncatedGaussian law, double share) {
    return new LawShape(law.normal(), share, Optional.of(law.box()));
  }
}
