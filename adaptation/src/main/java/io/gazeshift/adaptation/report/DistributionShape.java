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
 * The parts of a label distribution that a report shows: each cluster, and where it is truncated.
 *
 * @param share of all labels, 0 to 1
 */
record DistributionShape(Gaussian cluster, double share, Optional<LabelBox> box) {

  /** One shape for each cluster; empty if the distribution has no location. */
  static List<DistributionShape> of(LabelModel law) {
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

  /** A normal distribution that is not truncated. */
  static DistributionShape of(Gaussian law, double share) {
    return new DistributionShape(law, share, Optional.empty());
  }

  private static DistributionShape of(TruncatedGaussian law, double share) {
    return new DistributionShape(law.normal(), share, Optional.of(law.box()));
  }
}
