package io.gazeshift.daemon.page;

import io.gazeshift.daemon.live.AlertView;
import io.gazeshift.daemon.live.AwayView;
import io.gazeshift.daemon.live.CameraView;
import io.gazeshift.daemon.live.Direction;
import io.gazeshift.daemon.live.DomainView;
import io.gazeshift.daemon.live.ErrorPoint;
import io.gazeshift.daemon.live.ErrorView;
import io.gazeshift.daemon.live.EventView;
import io.gazeshift.daemon.live.FaceEventView;
import io.gazeshift.daemon.live.FaceView;
import io.gazeshift.daemon.live.GazeDistribution;
import io.gazeshift.daemon.live.HeatView;
import io.gazeshift.daemon.live.LiveSnapshot;
import io.gazeshift.daemon.live.LookView;
import io.gazeshift.daemon.live.ScreenHitView;
import io.gazeshift.daemon.live.ScreenView;
import io.gazeshift.daemon.live.SwapView;
import io.gazeshift.daemon.live.TargetView;
import io.gazeshift.daemon.live.TargetsView;
import io.gazeshift.daemon.live.TimelineView;
import io.gazeshift.targets.shape.PixelSize;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A moment of one camera, with all there can be. */
final class Fixture {

  private Fixture() {}

  static LiveSnapshot snapshot() {
    Instant now = Instant.now();
    GazeDistribution law = new GazeDistribution(1, new Direction(-4, 3), 25, 64, 5);
    FaceView face =
        new FaceView(
            0,
            new Direction(-3.1416, 12.5),
            Optional.of(new Direction(-2, 11)),
            new double[] {10, 20, 600},
            2,
            OptionalDouble.of(8.25),
            Optional.of(
                new LookView(
                    new TargetView("monitor", 0.641),
                    List.of(new TargetView("monitor", 0.641), new TargetView("keyboard", 0.1)),
                    0.259,
                    List.of(new ScreenHitView("monitor", 120.123, 80, OptionalDouble.of(45))))));
    TimelineView timeline =
        new TimelineView(
            0,
            List.of(new FaceEventView("glance", now.minusMillis(900), now, "monitor")),
            Optional.of(new AwayView(1.5, 12, 60)));
    TargetsView targets =
        new TargetsView(
            List.of(new TargetsView.TargetShare("monitor", 31.256)),
            List.of(
                new ScreenView(
                    "monitor",
                    531,
                    299,
                    Optional.of(new PixelSize(1920, 1080)),
                    new HeatView(2, 1, new byte[] {0, -1}, 20, 12))),
            List.of(new AlertView(now, "lab", 0, "eyes-off-road", 2.25, 2)));
    return new LiveSnapshot(
        now,
        List.of(new CameraView("lab", "lab", 14.9, 61, now, List.of(face), List.of(timeline))),
        List.of(
            new DomainView(
                "lab",
                2,
                false,
                Optional.of(new ErrorView(3.2, 5.4, Double.NaN, 120)),
                List.of(new ErrorPoint(now.minusSeconds(1), 3.2, 5.4)),
                List.of(new SwapView(now.minusSeconds(60), 2, "service")),
                Optional.of(law),
                Optional.of(law),
                List.of(law),
                List.of(new Direction(-3, 12)),
                Optional.of(targets))),
        List.of(
            new EventView(
                now, "lab", "verdict", "accepted: published head 2", Optional.of("run-1.html"))),
        Optional.of("not authorized"));
  }
}
