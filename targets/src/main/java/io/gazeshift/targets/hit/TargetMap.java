package io.gazeshift.targets.hit;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.Target;
import java.util.ArrayList;
import java.util.List;

/**
 * The targets of one domain, and what a gaze looks at among them.
 *
 * <p>A target's probability is the integral of the gaze's angular uncertainty over what the eye
 * sees of it. Where targets overlap, the nearer one counts; of two that are equally far, such as a
 * display and the dashboard it is in, the smaller one. Immutable.
 */
public final class TargetMap {

  /** What is less probable hides nothing that matters: at most as much as this. */
  private static final double UNLIKELY = 5e-4;

  private final List<PlacedTarget> targets;

  public TargetMap(List<Target> targets) {
    List<PlacedTarget> placed = new ArrayList<>();
    for (Target target : targets) {
      placed.add(PlacedTarget.of(placed.size(), target));
    }
    this.targets = List.copyOf(placed);
  }

  public List<Target> targets() {
    return targets.stream().map(PlacedTarget::target).toList();
  }

  /**
   * What is looked at.
   *
   * @param eye where the gaze begins, in the camera's axes
   * @param gaze in the camera's axes
   */
  public GazeHits look(PointMm eye, Gaze gaze, AngularSigma sigma) {
    double[] direction = gaze.vector();
    double[] probabilities = probabilities(eye, new AngularNormal(direction, sigma));
    double sum = 0;
    for (double probability : probabilities) {
      sum += probability;
    }
    // Quadrature may leave the sum slightly above 1.
    double scale = sum > 1 ? 1 / sum : 1;
    Ray ray = new Ray(eye, direction);
    List<TargetHit> hits = new ArrayList<>(probabilities.length);
    for (int i = 0; i < probabilities.length; i++) {
      PlacedTarget placed = targets.get(i);
      hits.add(new TargetHit(placed.target(), scale * probabilities[i], placed.ray().meets(ray)));
    }
    return new GazeHits(hits, Math.max(0, 1 - sum));
  }

  private double[] probabilities(PointMm eye, AngularNormal normal) {
    double[] probabilities = new double[targets.size()];
    List<SeenTarget> likely = new ArrayList<>();
    for (int i = 0; i < probabilities.length; i++) {
      SeenTarget seen = targets.get(i).sight().from(eye, normal);
      if (seen != null) {
        probabilities[i] = seen.probability(normal);
        if (probabilities[i] > UNLIKELY) {
          likely.add(seen);
        }
      }
    }
    Overlaps overlaps = new Overlaps(normal);
    for (int i = 1; i < likely.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (likely.get(i).mayOverlap(likely.get(j))) {
          overlaps.add(likely.get(i), likely.get(j));
        }
      }
    }
    for (SeenTarget seen : likely) {
      int index = seen.index();
      probabilities[index] = Math.max(0, probabilities[index] - overlaps.hiddenOf(index));
    }
    return probabilities;
  }
}
