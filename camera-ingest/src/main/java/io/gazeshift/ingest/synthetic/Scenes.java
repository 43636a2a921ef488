package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.synthetic.LightRanges.LampRanges;
import io.gazeshift.ingest.synthetic.PlaceExtent.Panel;
import io.gazeshift.ingest.synthetic.PlaceExtent.Round;
import io.gazeshift.ingest.synthetic.SceneGaze.Place;
import io.gazeshift.ingest.synthetic.SceneGaze.Scatter;
import io.gazeshift.ingest.synthetic.SceneGaze.ScreenSize;
import io.gazeshift.ingest.synthetic.SceneGaze.Spot;
import java.util.List;

/**
 * The values of the scenes. They were chosen from real rooms and vehicles before any method was
 * tried on them, and are not changed to make one look better: a scene with other values gets
 * another name.
 */
final class Scenes {

  private static final int WIDTH = 640;
  private static final int HEIGHT = 480;
  private static final Range ANY = new Range(0, 1);

  private Scenes() {}

  static SyntheticScene studio() {
    return new SyntheticScene(
        "studio",
        lens("synthetic-studio", 800, -0.05, 0.01),
        new Seat(0, 0, 600),
        new SceneGaze.Field(new Range(-30, 30), new Range(-45, 45), new Range(450, 1500)),
        new HeadHabit(0.45, 16, 9, 6, 35, 20, 70),
        new LightRanges(
            new Range(0.45, 1.1),
            List.of(
                new LampRanges(new Range(-70, 70), new Range(0, 55), new Range(0.35, 0.95), ANY, 7),
                new LampRanges(new Range(-60, 60), new Range(-10, 40), new Range(0, 0.4), ANY, 5)),
            new Range(0.25, 0.6),
            new Range(0.1, 0.3)),
        new Sensor(2, 0.55, 1, Look.COLOUR),
        People.changingEvery(20),
        Backdrop.ROOM);
  }

  /** The camera stands on a 24 inch screen (531 x 299 mm) at the height of the eyes. */
  static SyntheticScene lab() {
    return new SyntheticScene(
        "lab",
        lens("synthetic-lab", 720, -0.12, 0.03),
        new Seat(3, 0, 620),
        new SceneGaze.Screen(0, 137, -610, new ScreenSize(265, 149, 1920, 1080), 0.42),
        new HeadHabit(0.3, 4, 3, 2.5, 30, 15, 35),
        new LightRanges(
            new Range(0.16, 0.24),
            List.of(
                // The screen itself, and a lamp at the ceiling.
                new LampRanges(
                    new Range(-6, 6), Range.only(-14), new Range(0.5, 0.6), Range.only(0.1), 10),
                new LampRanges(
                    new Range(-50, 50), Range.only(58), new Range(0.25, 0.4), Range.only(0.8), 5)),
            new Range(0.2, 0.3),
            new Range(0.1, 0.15)),
        new Sensor(4, 0.7, 1, Look.COLOUR),
        People.ONE,
        Backdrop.ROOM);
  }

  /**
   * Left-hand drive; the camera stands on the dashboard above the console, to the driver's right.
   */
  static SyntheticScene vehicle() {
    return new SyntheticScene(
        "vehicle",
        lens("synthetic-vehicle", 900, -0.2, 0.06),
        new Seat(-8, 20, 670),
        new SceneGaze.Places(
            List.of(
                new Place(
                    "road",
                    0.68,
                    new Spot(-1, 0, 40_000),
                    new Scatter(1.5, 3.5),
                    new Range(1.5, 6),
                    new Round(10)),
                new Place(
                    "left-mirror",
                    0.05,
                    new Spot(-8, -42, 750),
                    new Scatter(1, 1.5),
                    new Range(0.4, 1),
                    new Round(10)),
                new Place(
                    "centre-mirror",
                    0.06,
                    new Spot(10, 36, 600),
                    new Scatter(1, 2),
                    new Range(0.4, 1),
                    new Round(10)),
                new Place(
                    "right-mirror",
                    0.03,
                    new Spot(-7, 54, 1300),
                    new Scatter(1, 1.5),
                    new Range(0.4, 1),
                    new Round(10)),
                new Place(
                    "instruments",
                    0.09,
                    new Spot(-19, 0, 780),
                    new Scatter(1.5, 4),
                    new Range(0.4, 1.2),
                    new Panel(340, 150)),
                new Place(
                    "console",
                    0.09,
                    new Spot(-26, 27, 760),
                    new Scatter(3, 3),
                    new Range(0.6, 1.8),
                    new Panel(250, 250)))),
        new HeadHabit(0.55, 4, 2.5, 2, 15, 12, 20),
        new LightRanges(
            new Range(0.7, 0.95),
            List.of(
                // The side window, then the camera's own infrared lamp.
                new LampRanges(
                    new Range(55, 85), new Range(5, 30), new Range(0.55, 0.85), Range.only(0), 9),
                new LampRanges(Range.only(-3), Range.only(4), Range.only(0.45), Range.only(0), 2)),
            new Range(0.08, 0.16),
            new Range(0.03, 0.06)),
        new Sensor(3, 0.55, 1, Look.IR),
        People.ONE,
        Backdrop.CABIN);
  }

  private static CameraIntrinsics lens(String id, double focalPx, double k1, double k2) {
    return CameraIntrinsics.calibrated(
        id,
        WIDTH,
        HEIGHT,
        focalPx,
        focalPx,
        WIDTH / 2.0,
        HEIGHT / 2.0,
        List.of(k1, k2, 0.0, 0.0, 0.0));
  }
}
