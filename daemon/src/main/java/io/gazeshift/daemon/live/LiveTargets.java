package io.gazeshift.daemon.live;

import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTarget;
import io.gazeshift.targets.shape.PixelSize;
import io.gazeshift.targets.shape.Target;
import io.gazeshift.targets.shape.TargetShape;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What people look at in one domain: how long at each target, and where on its screens. Both fade,
 * so that they are about the last minutes and a page that is opened later shows them at once. Not
 * thread-safe.
 */
final class LiveTargets {

  /** After this time a look counts half. */
  static final Duration HALF_LIFE = Duration.ofMinutes(2);

  static final int MOST_ALERTS = 20;

  /** As many as a configuration may have; records may name any. */
  static final int MOST_TARGETS = 64;

  private record Screen(double widthMm, double heightMm, Optional<PixelSize> pixels, HeatMap map) {}

  private final Map<String, Double> seconds = new LinkedHashMap<>();
  private final Map<String, Screen> screens = new LinkedHashMap<>();
  private final Deque<AlertView> alerts = new ArrayDeque<>();
  private double elsewhere;
  private Optional<Instant> faded = Optional.empty();

  /**
   * @param configured may be empty: the names of targets are in the predictions too, but not how
   *     large screens are
   */
  LiveTargets(List<Target> configured) {
    for (Target target : configured) {
      seconds.put(target.name(), 0.0);
      if (target.shape() instanceof TargetShape.Screen screen) {
        double widthMm = screen.place().widthMm();
        double heightMm = screen.place().heightMm();
        screens.put(
            target.name(),
            new Screen(widthMm, heightMm, screen.pixels(), new HeatMap(widthMm, heightMm)));
      }
    }
  }

  /**
   * @param lookSeconds how long the gaze stands for
   */
  void note(GazePrediction prediction, double lookSeconds) {
    elsewhere += prediction.getTargets().getElsewhere() * lookSeconds;
    for (GazeTarget target : prediction.getTargets().getTargetsList()) {
      if (seconds.containsKey(target.getName()) || seconds.size() < MOST_TARGETS) {
        seconds.merge(target.getName(), target.getProbability() * lookSeconds, Double::sum);
      }
      Screen screen = screens.get(target.getName());
      if (screen != null && target.hasScreen()) {
        screen.map.add(
            target.getScreen().getRightMm() / screen.widthMm,
            target.getScreen().getDownMm() / screen.heightMm,
            lookSeconds);
      }
    }
  }

  void note(FaceEvent event) {
    if (event.hasAlert()) {
      alerts.addFirst(
          new AlertView(
              FaceTimeline.time(event.getEndMicros()),
              event.getCamera(),
              event.getFaceIndex(),
              event.getAlert().getRule(),
              event.getAlert().getValue(),
              event.getAlert().getBound()));
      if (alerts.size() > MOST_ALERTS) {
        alerts.removeLast();
      }
    }
  }

  /** Call it once a second. */
  void fade(Instant now) {
    // Nothing fades if the clock was set back.
    double passed =
        faded.map(last -> Math.max(0, Duration.between(last, now).toMillis() / 1e3)).orElse(0.0);
    faded = Optional.of(now);
    double share = Math.pow(0.5, passed / HALF_LIFE.toSeconds());
    elsewhere *= share;
    seconds.replaceAll((name, looked) -> looked * share);
    screens.values().forEach(screen -> screen.map.fade(share));
  }

  /** Empty where there are no targets. */
  Optional<TargetsView> view() {
    if (seconds.isEmpty() && alerts.isEmpty()) {
      return Optional.empty();
    }
    List<TargetsView.TargetShare> shares = new ArrayList<>();
    seconds.forEach((name, looked) -> shares.add(new TargetsView.TargetShare(name, looked)));
    shares.add(new TargetsView.TargetShare(Target.ELSEWHERE, elsewhere));
    List<ScreenView> views = new ArrayList<>();
    screens.forEach(
        (name, screen) ->
            views.add(
                new ScreenView(
                    name, screen.widthMm, screen.heightMm, screen.pixels, screen.map.view())));
    return Optional.of(new TargetsView(shares, views, List.copyOf(alerts)));
  }
}
