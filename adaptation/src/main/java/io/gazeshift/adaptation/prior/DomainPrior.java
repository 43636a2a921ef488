package io.gazeshift.adaptation.prior;

import io.gazeshift.adaptation.config.PointMm;
import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What is known of where the people of one domain look. It is given in the camera's axes; heads
 * predict in those of a virtual camera that every frame turns to its own face. The law of the
 * predictions is then the mixture, over frames, of the turned law. Each cluster of it is turned by
 * the rotations of the frames and becomes the normal law of the same mean and covariance: faces of
 * one place move by a few degrees, which leaves a cluster close to normal, and adaptation uses its
 * first two moments. Immutable.
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
   * What is known, in the axes of the predictions for frames with these rotations.
   *
   * @param cameraToVirtual of a fair sample of the domain's frames, in any order; where there are
   *     none, of a face straight before the camera
   */
  public SiteKnowledge inVirtualAxes(List<Rotation> cameraToVirtual) {
    return in(turn -> turn, cameraToVirtual);
  }

  /** The same in the camera's axes, for faces that are where these frames were turned to. */
  public SiteKnowledge inCameraAxes(List<Rotation> cameraToVirtual) {
    return in(turn -> Rotation.IDENTITY, cameraToVirtual);
  }

  /** Where a face there looks on average, in the camera's axes. */
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

  /** The virtual camera looks straight at the face: its z axis says where that is. */
  private PointMm face(Rotation cameraToVirtual) {
    double[] towards = cameraToVirtual.inverse().apply(new double[] {0, 0, 1});
    return new PointMm(towards[0], towards[1], towards[2]).times(distanceMm);
  }
}
