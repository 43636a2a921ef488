package io.gazeshift.daemon.cli.demo;

import io.gazeshift.common.cli.StatusBlock;
import io.gazeshift.daemon.cli.support.VersionText;
import io.gazeshift.daemon.live.CameraView;
import io.gazeshift.daemon.live.DomainView;
import io.gazeshift.daemon.live.ErrorView;
import io.gazeshift.daemon.live.EventView;
import io.gazeshift.daemon.live.LiveSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Shows a status line for each camera, with events above them. Not thread-safe. */
final class DemoScreen {

  private final StatusBlock status;
  private final Instant begin;
  private final Set<EventView> told = new HashSet<>();

  DemoScreen(StatusBlock status, Instant begin) {
    this.status = status;
    this.begin = begin;
  }

  void show(LiveSnapshot now) {
    List<EventView> events = new ArrayList<>(now.events());
    Collections.reverse(events);
    events.stream().filter(told::add).forEach(event -> status.println(line(event)));
    Map<String, DomainView> domains = new HashMap<>();
    now.domains().forEach(domain -> domains.put(domain.name(), domain));
    int width = now.cameras().stream().mapToInt(camera -> camera.id().length()).max().orElse(0);
    status.show(
        now.cameras().stream()
            .map(camera -> line(camera, Optional.ofNullable(domains.get(camera.domain())), width))
            .toList());
  }

  private String line(EventView event) {
    return String.format(
        Locale.ROOT,
        "%4d s  %s  %s: %s",
        Math.max(0, Duration.between(begin, event.at()).toSeconds()),
        event.domain(),
        event.kind(),
        VersionText.oneLine(event.text()));
  }

  private static String line(CameraView camera, Optional<DomainView> domain, int width) {
    return String.format(
        Locale.ROOT,
        "%-" + Math.max(1, width) + "s  %5.1f frames/s   latency p50 %s   %shead %d",
        camera.id(),
        camera.framesPerSecond(),
        Double.isNaN(camera.latencyP50Millis())
            ? "    -"
            : String.format(Locale.ROOT, "%4.0f ms", camera.latencyP50Millis()),
        domain.flatMap(DomainView::error).map(DemoScreen::error).orElse(""),
        domain.map(DomainView::headVersion).orElse(0L));
  }

  private static String error(ErrorView error) {
    return String.format(
        Locale.ROOT,
        "error %5.2f°   (source head %5.2f°)   ",
        error.degrees(),
        error.sourceDegrees());
  }
}
