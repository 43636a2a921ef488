package io.gazeshift.targets.config;

import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.common.config.Problems;
import io.gazeshift.common.config.Setting;
import io.gazeshift.common.config.ValueType;
import io.gazeshift.targets.event.DriverRules;
import io.gazeshift.targets.event.DriverRules.Source;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The domain is a vehicle, whose driver is measured by rules.
 *
 * @param assumedKmh the speed that counts where none was sent
 * @param head where the driver's head usually is; empty if every face is the driver's
 */
public record DriverProfile(
    String domain, DriverRules rules, double assumedKmh, Optional<PointMm> head) {

  /** Half of what two seats are apart, and as far as a driver leans. */
  private static final double HEAD_RADIUS_MM = 350;

  static final Setting<List<Source>> RULES =
      Setting.of(
              "domains[].driver",
              ValueType.listOf(ValueType.choice(Source.class)),
              "",
              "For a vehicle: the rules whose breaches by its driver are told as alerts, addw, ncap"
                  + " and perclos. They need events.enabled, and for addw and ncap a target that"
                  + " counts as the road. An aid for research, not a certified system. Empty: none.")
          .withExample("addw, ncap, perclos");

  static final Setting<List<String>> ROAD =
      Setting.of(
          "domains[].driver-road",
          ValueType.listOf(ValueType.text()),
          DriverRules.ROAD,
          "Targets that count as the road; to look at any other one is to look away.");

  static final Setting<Double> ASSUMED_KMH =
      Setting.of(
          "domains[].driver-assumed-kmh",
          ValueType.decimal(0, 500),
          "50",
          "Speed of the vehicle where gaze.speed has none of the last 5 s. From 50 on the rules are"
              + " strictest; below 20 no look away is told.");

  static final Setting<Optional<PointMm>> HEAD =
      Setting.of(
              "domains[].driver-head",
              PointMm.type().orEmpty(),
              "",
              "Where the driver's head usually is, in millimetres in the camera's axes: faces more"
                  + " than 350 mm beside it are passengers, who have no alerts. Empty: every face is"
                  + " the driver's.")
          .withExample("250 0 750");

  static final Setting<Duration> PERCLOS_WINDOW =
      Setting.of(
          "domains[].driver-perclos-window",
          ValueType.duration(Duration.ofSeconds(10), Duration.ofMinutes(20)),
          "60s",
          "Time over which perclos takes the share of closed eyes.");

  static final Setting<Double> PERCLOS_BOUND =
      Setting.of(
          "domains[].driver-perclos",
          ValueType.decimal(0.01, 1),
          "0.15",
          "Share of time with eyes closed by 80 % or more above which perclos tells an alert.");

  public static final List<Setting<?>> SETTINGS =
      List.of(RULES, ROAD, ASSUMED_KMH, HEAD, PERCLOS_WINDOW, PERCLOS_BOUND);

  /**
   * Whether a face there is the driver's. How far it is from the camera says little: that is known
   * least.
   */
  public boolean isDriver(double xMm, double yMm) {
    return head.map(at -> Math.hypot(xMm - at.x(), yMm - at.y()) <= HEAD_RADIUS_MM).orElse(true);
  }

  /** Those of the domains that have one. */
  public static List<DriverProfile> from(EffectiveConfig config, Problems problems) {
    List<DriverProfile> profiles = new ArrayList<>();
    for (int i = 0; i < config.size(DomainTargets.LIST); i++) {
      if (!config.get(RULES, i).isEmpty()) {
        profiles.add(at(config, i, problems));
      }
    }
    return List.copyOf(profiles);
  }

  private static DriverProfile at(EffectiveConfig config, int i, Problems problems) {
    String domain = config.get(DomainTargets.NAME, i);
    List<Source> sources = config.get(RULES, i);
    List<String> road = config.get(ROAD, i);
    if (sources.contains(Source.ADDW) || sources.contains(Source.NCAP)) {
      if (road.isEmpty()) {
        problems.add(
            ("%s: the list is empty, but addw and ncap need a target of '%s' that counts as the"
                    + " road; name it, or remove the key if it is '%s' (%s)")
                .formatted(
                    ROAD.pathAt(i), domain, DriverRules.ROAD, config.origin(ROAD.pathAt(i))));
      }
      missing(config, i, road)
          .ifPresent(
              name ->
                  problems.add(
                      ("%s: '%s' has no target '%s' to count as the road; describe one in its"
                              + " targets, or name those that do in driver-road (%s)")
                          .formatted(
                              RULES.pathAt(i), domain, name, config.origin(RULES.pathAt(i)))));
    }
    return new DriverProfile(
        domain,
        DriverRules.of(sources, road, config.get(PERCLOS_WINDOW, i), config.get(PERCLOS_BOUND, i)),
        config.get(ASSUMED_KMH, i),
        config.get(HEAD, i));
  }

  /** The first name that no target has; empty also where the targets are wrong themselves. */
  private static Optional<String> missing(EffectiveConfig config, int i, List<String> road) {
    List<String> known;
    try {
      known =
          DomainTargets.at(config, i).targets().stream()
              .map(target -> Target.key(target.name()))
              .toList();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    return road.stream().filter(name -> !known.contains(Target.key(name))).findFirst();
  }
}
