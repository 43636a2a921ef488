package io.gazeshift.inference.targets;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazePredictionOrBuilder;
import io.gazeshift.protocol.v1.GazeTarget;
import io.gazeshift.protocol.v1.GazeTargets;
import io.gazeshift.targets.config.DomainTargets;
import io.gazeshift.targets.hit.AngularSigma;
import io.gazeshift.targets.hit.GazeHits;
import io.gazeshift.targets.hit.RayHit;
import io.gazeshift.targets.hit.ScreenPoint;
import io.gazeshift.targets.hit.TargetHit;
import io.gazeshift.targets.hit.TargetMap;
import io.gazeshift.targets.shape.PointMm;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Says what a prediction looks at among the targets of its domain, from its gaze in the camera's
 * axes and its own uncertainty. Immutable.
 */
public final class PredictedTargets {

  private final Map<String, TargetMap> byDomain;

  /** Domains without targets need not be there. */
  public PredictedTargets(List<DomainTargets> domains) {
    this.byDomain =
        domains.stream()
            .filter(domain -> !domain.targets().isEmpty())
            .collect(
                Collectors.toUnmodifiableMap(
                    DomainTargets::domain, domain -> new TargetMap(domain.targets())));
  }

  /** No domain has targets. */
  public static PredictedTargets none() {
    return new PredictedTargets(List.of());
  }

  /** Empty where the domain has no targets. */
  public Optional<GazeTargets> of(GazePredictionOrBuilder prediction) {
    TargetMap map = byDomain.get(prediction.getIdentity().getDomain());
    return map == null ? Optional.empty() : Optional.of(look(map, prediction));
  }

  /** The target that a prediction looks at most probably; empty if that is none. */
  public static Optional<GazeTarget> mostProbable(GazePrediction prediction) {
    GazeTargets targets = prediction.getTargets();
    return targets.getTargetsList().stream()
        .max(Comparator.comparingDouble(GazeTarget::getProbability))
        .filter(best -> best.getProbability() > targets.getElsewhere());
  }

  /** How uncertain a prediction says that it is. */
  public static AngularSigma uncertainty(GazePredictionOrBuilder prediction) {
    return prediction.hasUncertainty()
        ? AngularSigma.ofRadius68(prediction.getUncertainty().getSigma())
        : AngularSigma.DEFAULT;
  }

  private static GazeTargets look(TargetMap map, GazePredictionOrBuilder prediction) {
    PointMm eye =
        new PointMm(prediction.getOrigin(0), prediction.getOrigin(1), prediction.getOrigin(2));
    GazeHits hits = map.look(eye, Gaze.from(prediction.getCamera()), uncertainty(prediction));
    GazeTargets.Builder message = GazeTargets.newBuilder().setElsewhere((float) hits.elsewhere());
    hits.targets().stream()
        .sorted(Comparator.comparingDouble(TargetHit::probability).reversed())
        .forEach(hit -> message.addTargets(target(hit)));
    return message.build();
  }

  private static GazeTarget target(TargetHit hit) {
    GazeTarget.Builder message =
        GazeTarget.newBuilder()
            .setName(hit.target().name())
            .setProbability((float) hit.probability());
    hit.ray().ifPresent(ray -> setPoint(message, ray));
    return message.build();
  }

  private static void setPoint(GazeTarget.Builder message, RayHit ray) {
    message
        .addPoint((float) ray.at().x())
        .addPoint((float) ray.at().y())
        .addPoint((float) ray.at().z())
        .setInside(ray.inside());
    ray.screen().ifPresent(on -> message.setScreen(screen(on)));
  }

  private static io.gazeshift.protocol.v1.ScreenPoint screen(ScreenPoint on) {
    io.gazeshift.protocol.v1.ScreenPoint.Builder message =
        io.gazeshift.protocol.v1.ScreenPoint.newBuilder()
            .setRightMm((float) on.rightMm())
            .setDownMm((float) on.downMm());
    on.pixels().ifPresent(at -> message.setRightPx((float) at.x()).setDownPx((float) at.y()));
    return message.build();
  }
}
