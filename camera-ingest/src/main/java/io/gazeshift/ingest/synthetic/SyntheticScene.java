package io.gazeshift.ingest.synthetic;

import io.gazeshift.common.UserError;
import io.gazeshift.common.config.NearestWord;
import io.gazeshift.ingest.source.CameraIntrinsics;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A setting for a synthetic camera: its lens and where it stands, where people look there, how they
 * hold their heads, the light, the sensor, who comes, and what is behind them. The named ones are
 * described, with pictures, in docs/reference/scenes.md; their values are fixed.
 */
public record SyntheticScene(
    String name,
    CameraIntrinsics intrinsics,
    Seat seat,
    SceneGaze gaze,
    HeadHabit head,
    LightRanges light,
    Sensor sensor,
    People people,
    Backdrop backdrop) {

  /** Wide gaze, all kinds of people and light: what a source model is made from. */
  public static final SyntheticScene STUDIO = Scenes.studio();

  /** One person at a screen below the camera, in a dim room. */
  public static final SyntheticScene LAB = Scenes.lab();

  /** A driver seen from beside, in infrared and the light of a side window. */
  public static final SyntheticScene VEHICLE = Scenes.vehicle();

  private static final Map<String, SyntheticScene> ALL =
      new TreeMap<>(Map.of(STUDIO.name, STUDIO, LAB.name, LAB, VEHICLE.name, VEHICLE));

  /** The scene of that name, or an error that lists them. */
  public static SyntheticScene named(String name) {
    SyntheticScene scene = ALL.get(name);
    if (scene == null) {
      String meant =
          NearestWord.to(name, ALL.keySet())
              .map(near -> " (perhaps %s)".formatted(near))
              .orElse("");
      throw UserError.usage(
          "has an unknown scene '%s'%s; use one of %s"
              .formatted(name, meant, String.join(", ", ALL.keySet())));
    }
    return scene;
  }

  /** The names of all scenes. */
  public static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /**
   * What can be looked at here, as {@code domains[].targets} writes it, in the axes of the camera;
   * empty where people look anywhere. For the person at rest, whose face is straight in front of
   * the camera.
   */
  public List<String> targets() {
    return gaze.targets(seat);
  }

  public SyntheticScene with(CameraIntrinsics other) {
    return new SyntheticScene(name, other, seat, gaze, head, light, sensor, people, backdrop);
  }

  public SyntheticScene with(SceneGaze other) {
    return new SyntheticScene(name, intrinsics, seat, other, head, light, sensor, people, backdrop);
  }

  public SyntheticScene with(LightRanges other) {
    return new SyntheticScene(name, intrinsics, seat, gaze, head, other, sensor, people, backdrop);
  }

  public SyntheticScene with(Sensor other) {
    return new SyntheticScene(name, intrinsics, seat, gaze, head, light, other, people, backdrop);
  }

  public SyntheticScene with(People other) {
    return new SyntheticScene(name, intrinsics, seat, gaze, head, light, sensor, other, backdrop);
  }
}
