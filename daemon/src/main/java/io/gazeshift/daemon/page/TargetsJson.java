package io.gazeshift.daemon.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.daemon.live.AlertView;
import io.gazeshift.daemon.live.FaceEventView;
import io.gazeshift.daemon.live.LookView;
import io.gazeshift.daemon.live.ScreenHitView;
import io.gazeshift.daemon.live.ScreenView;
import io.gazeshift.daemon.live.TargetsView;
import io.gazeshift.daemon.live.TimelineView;
import java.util.Base64;

/** What people look at, in the form of {@link LiveJson}; lengths in millimetres. */
final class TargetsJson {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private TargetsJson() {}

  /** Targets are name and probability, hits are screen, right, down and radius. */
  static ObjectNode look(LookView look) {
    ObjectNode node = NODES.objectNode();
    ArrayNode targets = node.putArray("targets");
    look.targets()
        .forEach(
            target ->
                targets.addArray().add(target.name()).add(LiveJson.fine(target.probability())));
    node.put("elsewhere", LiveJson.fine(look.elsewhere()));
    ArrayNode hits = node.putArray("hits");
    for (ScreenHitView hit : look.hits()) {
      ArrayNode each =
          hits.addArray().add(hit.screen()).add(rounded(hit.rightMm())).add(rounded(hit.downMm()));
      hit.radiusMm().ifPresent(radius -> each.add(rounded(radius)));
    }
    return node;
  }

  /** Events are kind, start, end, and what they are of. */
  static ObjectNode timeline(TimelineView timeline) {
    ObjectNode node = NODES.objectNode().put("face", timeline.face());
    ArrayNode events = node.putArray("events");
    for (FaceEventView event : timeline.events()) {
      events
          .addArray()
          .add(event.kind())
          .add(event.start().toEpochMilli())
          .add(event.end().toEpochMilli())
          .add(event.of());
    }
    timeline
        .away()
        .ifPresent(
            away ->
                node.putObject("away")
                    .put("now", rounded(away.nowSeconds()))
                    .put("minute", rounded(away.minuteSeconds()))
                    .put("seen", rounded(away.seenSeconds())));
    return node;
  }

  /** Shares are name and seconds. */
  static ObjectNode targets(TargetsView targets) {
    ObjectNode node = NODES.objectNode();
    ArrayNode shares = node.putArray("shares");
    targets
        .shares()
        .forEach(share -> shares.addArray().add(share.name()).add(rounded(share.seconds())));
    ArrayNode screens = node.putArray("screens");
    targets.screens().forEach(screen -> screens.add(screen(screen)));
    ArrayNode alerts = node.putArray("alerts");
    for (AlertView alert : targets.alerts()) {
      alerts
          .addObject()
          .put("at", alert.at().toEpochMilli())
          .put("camera", alert.camera())
          .put("face", alert.face())
          .put("rule", alert.rule())
          .put("value", rounded(alert.value()))
          .put("bound", rounded(alert.bound()));
    }
    return node;
  }

  private static ObjectNode screen(ScreenView screen) {
    ObjectNode node =
        NODES
            .objectNode()
            .put("name", screen.name())
            .put("width", rounded(screen.widthMm()))
            .put("height", rounded(screen.heightMm()));
    screen
        .pixels()
        .ifPresent(pixels -> node.putArray("pixels").add(pixels.width()).add(pixels.height()));
    return node.put("columns", screen.heat().columns())
        .put("rows", screen.heat().rows())
        .put("levels", Base64.getEncoder().encodeToString(screen.heat().levels()))
        .put("seconds", rounded(screen.heat().seconds()))
        .put("peak", rounded(screen.heat().peakSeconds()));
  }

  private static Double rounded(double value) {
    return LiveJson.rounded(value);
  }
}
