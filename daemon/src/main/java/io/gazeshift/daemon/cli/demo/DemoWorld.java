package io.gazeshift.daemon.cli.demo;

import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.config.EffectiveConfig;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * The demo's defaults: every value chosen for it is here. The scenes are those of
 * docs/reference/scenes.md.
 *
 * @param sceneChange whether the light changes during the demo
 */
record DemoWorld(long seed, boolean sceneChange) {

  /** Where each value comes from, for 'gazeshift config' and messages. */
  private static final String ORIGIN = "demo";

  private static final String LAB = "lab";
  private static final String VEHICLE = "vehicle";

  /** Late enough to show the adapted heads for a while before the light changes. */
  private static final String CHANGE_AT = "120s";

  /** From below in the lab and from the right in the vehicle: from the left it is new to both. */
  private static final String CHANGED_LIGHT = "left";

  /**
   * PITCH YAW SIGMA_PITCH SIGMA_YAW: a 24 inch screen below the camera, most of all its middle,
   * seen from the face's centre, as gaze is, and not from the eyes.
   */
  private static final String LAB_PRIOR = "-15 0 5 9";

  /**
   * PITCH YAW SIGMA_PITCH SIGMA_YAW SHARE of the six targets in docs/reference/scenes.md, as a
   * camera sees them that stands 20 degrees to the driver's right and 8 below: road, instruments,
   * console, and the mirrors in the middle, at the left and at the right.
   */
  private static final String VEHICLE_PRIOR =
      "6.5 -20 1.5 3.5 0.68, -11.5 -19 1.5 4 0.09, -18 6.5 3 3 0.09,"
          + " 17.5 16.5 1 2 0.06, -4 -61 1 1.5 0.05, 0 34 1 1.5 0.03";

  private static final String DRIVER_RULES = "addw, ncap, perclos";

  /**
   * The buffer takes about seven samples a second, one burst of nearly every fixation: first runs
   * after some 60 and 80 s, and further ones as soon as there are notably more samples.
   */
  private static final Map<String, String> ADAPTATION =
      Map.of(
          "adapt.sample-pause", "200ms",
          "adapt.min-samples", "500",
          "adapt.min-samples-requested", "100",
          "adapt.interval", "35s",
          "adapt.drift-significance", "0",
          "adapt.drift-interval", "20s",
          "adapt.max-back-off", "20s",
          "adapt.gate", "enforce");

  /** Drift alone starts further runs, and what was seen in the old light is soon forgotten. */
  private static final Map<String, String> ADAPTATION_TO_CHANGE =
      Map.of(
          "adapt.sample-pause", "200ms",
          "adapt.min-samples", "350",
          "adapt.min-samples-requested", "100",
          "adapt.interval", "1h",
          "adapt.drift-significance", "0.01",
          "adapt.drift-interval", "15s",
          "adapt.max-back-off", "15s",
          "adapt.max-age", "60s",
          "adapt.gate", "enforce");

  /** The default of {@code --duration}. */
  Duration duration() {
    return Duration.ofSeconds(sceneChange ? 300 : 180);
  }

  /**
   * Values for the settings that the user has not given.
   *
   * @param state where the demo keeps its records and reports
   */
  Flags defaults(EffectiveConfig configured, Path state) {
    Flags flags = new Flags();
    if (configured.size("cameras") == 0) {
      camera(flags, 0, LAB);
      camera(flags, 1, VEHICLE);
      if (configured.size("domains") == 0) {
        domain(flags, 0, SyntheticScene.named(LAB), LAB_PRIOR);
        domain(flags, 1, SyntheticScene.named(VEHICLE), VEHICLE_PRIOR);
        flags.set(ORIGIN, "domains[1].driver", DRIVER_RULES);
      }
    }
    (sceneChange ? ADAPTATION_TO_CHANGE : ADAPTATION)
        .forEach((path, value) -> orElse(flags, configured, path, value));
    orElse(flags, configured, "events.enabled", true);
    orElse(flags, configured, "broker.data-dir", state);
    orElse(flags, configured, "adapt.report-dir", state.resolveSibling("demo-reports"));
    return flags;
  }

  private void camera(Flags flags, int index, String scene) {
    String change = sceneChange ? "&change=%s:light=%s".formatted(CHANGE_AT, CHANGED_LIGHT) : "";
    flags
        .set(ORIGIN, "cameras[%d].id".formatted(index), scene)
        .set(ORIGIN, "cameras[%d].domain".formatted(index), scene)
        .set(
            ORIGIN,
            "cameras[%d].source".formatted(index),
            "synthetic:%s?seed=%d%s".formatted(scene, seed, change));
  }

  /** The scene itself knows what can be looked at, and so what truly is. */
  private static void domain(Flags flags, int index, SyntheticScene scene, String prior) {
    flags
        .set(ORIGIN, "domains[%d].name".formatted(index), scene.name())
        .set(ORIGIN, "domains[%d].prior".formatted(index), prior)
        .set(ORIGIN, "domains[%d].targets".formatted(index), String.join(", ", scene.targets()))
        .set(ORIGIN, "domains[%d].distance-mm".formatted(index), scene.seat().distanceMm());
  }

  private static void orElse(Flags flags, EffectiveConfig configured, String path, Object value) {
    if (configured.origin(path).equals("default")) {
      flags.set(ORIGIN, path, value);
    }
  }
}
