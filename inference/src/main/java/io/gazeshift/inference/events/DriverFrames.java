package io.gazeshift.inference.events;

import io.gazeshift.inference.targets.PredictedTargets;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.targets.config.DriverProfile;
import io.gazeshift.targets.event.DriverRules;
import io.gazeshift.targets.event.Driving;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which predictions are of drivers, and what is known of their vehicles then. For one thread. */
final class DriverFrames {

  /**
   * Along each axis. A gaze that may be off by more tells nothing: most of it lies beside any road,
   * wherever the eyes look.
   */
  private static final double WIDEST_SIGMA_RAD = Math.toRadians(10);

  private final Map<String, DriverProfile> byDomain;
  private final SpeedHistory speeds;

  DriverFrames(List<DriverProfile> profiles) {
    this.byDomain =
        profiles.stream()
            .collect(Collectors.toUnmodifiableMap(DriverProfile::domain, profile -> profile));
    this.speeds = new SpeedHistory(byDomain.keySet());
  }

  boolean isEmpty() {
    return byDomain.isEmpty();
  }

  SpeedHistory speeds() {
    return speeds;
  }

  /** Empty if the domain is no vehicle. */
  Optional<DriverRules> rules(String domain) {
    return Optional.ofNullable(byDomain.get(domain)).map(DriverProfile::rules);
  }

  /** Empty if the face is no driver's. */
  Optional<Driving> of(GazePrediction prediction) {
    String domain = prediction.getIdentity().getDomain();
    return Optional.ofNullable(byDomain.get(domain))
        .filter(profile -> profile.isDriver(prediction.getOrigin(0), prediction.getOrigin(1)))
        .map(
            profile ->
                new Driving(
                    speeds
                        .kmh(domain, prediction.getIdentity().getCaptureMicros())
                        .orElse(profile.assumedKmh()),
                    isGazeKnown(prediction, profile.rules())));
  }

  /** Predictions from before there were targets do not name the road. */
  private static boolean isGazeKnown(GazePrediction prediction, DriverRules rules) {
    return PredictedTargets.uncertainty(prediction).perAxisRad() <= WIDEST_SIGMA_RAD
        && prediction.getTargets().getTargetsList().stream()
            .anyMatch(target -> rules.isRoad(target.getName()));
  }
}
