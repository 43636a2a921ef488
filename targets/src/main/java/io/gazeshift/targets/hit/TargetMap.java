package io.gazeshift.targets.hit;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.Target;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The targets of one domain, and what a gaze looks at among them.
 *
 * <p>A target's probability is the integral of the gaze's angular uncertainty over what the eye
 * sees of it. Where targets overlap, the nearer one counts; of two that are equally far, such as a
 * display and the dashboard it is in, the smaller one. Immutable.
 */
public final class TargetMap {

  private final List<Target> targets;

  public TargetMap(List<Target> targets) {
    this.targets = List.copyOf(targets);
  }

  public List<Target> targets() {
    return targets;
  }

  /**
   * What is looked at.
   *
   * @param eye where the gaze begins, in the camera's axes
   * @param gaze in the camera's axes
   */
  public GazeHits look(PointMm eye, Gaze gaze, AngularSigma sigma) {
    double[] direction = gaze.vector();
    AngularNormal normal = new AngularNormal(direction, sigma);
    List<SeenTarget> near = new ArrayList<>(targets.size());
    for (int i = 0; i < targets.size(); i++) {
      SeenTarget seen = SeenTarget.of(i, targets.get(i).shape().seenFrom(eye), eye);
      if (seen != null && seen.isWithinReach(normal)) {
        near.add(seen);
      }
    }
    double[] probabilities = new double[targets.size()];
    double sum = 0;
    for (SeenTarget seen : near) {
      double probability = exposed(seen, near, normal);
      probabilities[seen.index()] = probability;
      sum += probability;
    }
    // Quadrature may leave the sum a few millionths above 1.
    double scale = sum > 1 ? 1 / sum : 1;
    Ray ray = new Ray(eye, direction);
    List<TargetHit> hits = new ArrayList<>(targets.size());
    for (int i = 0; i < probabilities.length; i++) {
      Target target = targets.get(i);
      hits.add(new TargetHit(target, scale * probabilities[i], ray.meets(target.shape())));
    }
    return new GazeHits(hits, Math.max(0, 1 - sum));
  }

  /** The probability of what nearer targets leave of one. */
  private static double exposed(SeenTarget seen, List<SeenTarget> near, AngularNormal normal) {
    List<SphericalPolygon> inFront = inFront(seen, near);
    double probability = seen.probability(normal);
    if (inFront == null) {
      return probability;
    }
    for (SphericalPolygon part : seen.polygons()) {
      probability -= hidden(part, inFront, inFront.size(), normal);
    }
    return Math.max(0, probability);
  }

  /** Of a part, what the first of those in front hide: each what those before it have left. */
  private static double hidden(
      SphericalPolygon part, List<SphericalPolygon> inFront, int count, AngularNormal normal) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      SphericalPolygon common = part.within(inFront.get(i));
      if (common != null) {
        sum += normal.ofPolygon(common) - hidden(common, inFront, i, normal);
      }
    }
    return sum;
  }

  /** What hides a part of a target; null for nothing, which is the usual case. */
  private static @Nullable List<SphericalPolygon> inFront(SeenTarget seen, List<SeenTarget> near) {
    List<SphericalPolygon> inFront = null;
    for (SeenTarget other : near) {
      if (other != seen && other.mayOverlap(seen) && hides(other, seen)) {
        if (inFront == null) {
          inFront = new ArrayList<>();
        }
        inFront.addAll(other.polygons());
      }
    }
    return inFront;
  }

  private static boolean hides(SeenTarget other, SeenTarget seen) {
    for (SphericalPolygon part : seen.polygons()) {
      for (SphericalPolygon cover : other.polygons()) {
        SphericalPolygon common = part.within(cover);
        if (common != null) {
          return other.hides(seen, common.middle());
        }
      }
    }
    return false;
  }
}
