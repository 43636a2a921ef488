package io.gazeshift.adaptation.prior;

import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.targets.shape.PointMm;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Where the people of one domain look. The prior is given in the camera's axes, but heads predict
 * in the axes of a virtual camera that is turned to the face in every frame. The distribution of
 * the predictions is therefore a mixture, over frames, of the turned distribution. Each cluster is
 * turned by the rotations of the frames and replaced by the normal distribution of the same mean
 * and covariance. This is accurate enough: the faces of one domain move by a few degrees, which
 * leaves a cluster close to normal, and adaptation uses the first two moments only. Immutable.
 */
public final class DomainPrior {

  private final List<GazeTarget> targets;
  private final @Nullable Gaze mean;
  private final double distanceMm;

  private DomainPrior(List<GazeTarget> targets, @Nullable Gaze mean, double distanceMm) {
    this.targets = targets;
    this.mean = mean;
    this.distanceMm = distanceMm;
  }

  static DomainPrior of(List<GazeTarget> targets, double distanceMm) {
    return new DomainPrior(List.copyOf(targets), null, distanceMm);
  }

  static DomainPrior ofMean(Gaze mean) {
    return new DomainPrior(List.of(), mean, 0);
  }

  /**
   * The prior in the axes of the predictions, for frames with these rotations.
   *
   * @param cameraToVirtual of a representative sample of the domain's frames, in any order; if it
   *     is empty, a face straight in front of the camera is assumed
   */
  public SiteKnowledge inVirtualAxes(List<Rotation> cameraToVirtual) {
    return in(turn -> turn, cameraToVirtual);
  }

  /** The prior in the camera's axes, for faces at the positions that these rotations point to. */
  public SiteKnowledge inCameraAxes(List<Rotation> cameraToVirtual) {
    return in(turn -> Rotation.IDENTITY, cameraToVirtual);
  }

  /** The mean gaze of a face at this position, in the camera's axes. */
  public Gaze meanInCameraAxes(Rotation cameraToVirtual) {
    return inCameraAxes(List.of(cameraToVirtual))
        .law()
        .map(law -> new Gaze(law.meanX(), law.meanY()))
        .orElseGet(() -> Objects.requireNonNull(mean));
  }

  private SiteKnowledge in(UnaryOperator<Rotation> axes, List<Rotation> cameraToVirtual) {
    List<Rotation> turns = cameraToVirtual.isEmpty() ? List.of(Rotation.IDENTITY) : cameraToVirtual;
    if (mean != null) {
      TurnedMoments moments = new TurnedMoments();
      turns.forEach(turn -> moments.add(mean.vector(), 1, axes.apply(turn)));
      Gaze turned = moments.mean();
      return new SiteKnowledge.Mean(turned.pitchRad(), turned.yawRad());
    }
    List<Gaussian> clusters = new ArrayList<>();
    for (GazeTarget target : targets) {
      TurnedMoments moments = new TurnedMoments();
      turns.forEach(turn -> moments.add(target.from(face(turn)), axes.apply(turn)));
      clusters.add(moments.law());
    }
    return new SiteKnowledge.Known(
        SitePrior.of(clusters, targets.stream().mapToDouble(GazeTarget::share).toArray()));
  }

  /** The virtual camera looks straight at the face, so its z axis points to the face. */
  private PointMm face(Rotation cameraToVirtual) {
    double[] towards = cameraToVirtual.inverse().apply(new double[] {0, 0, 1});
    return new PointMm(towards[0], towards[1], towards[2]).times(distanceMm);
  }
}
