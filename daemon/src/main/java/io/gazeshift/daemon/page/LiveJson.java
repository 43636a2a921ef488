package io.gazeshift.daemon.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.daemon.live.CameraView;
import io.gazeshift.daemon.live.Direction;
import io.gazeshift.daemon.live.DomainView;
import io.gazeshift.daemon.live.ErrorPoint;
import io.gazeshift.daemon.live.EventView;
import io.gazeshift.daemon.live.FaceView;
import io.gazeshift.daemon.live.GazeDistribution;
import io.gazeshift.daemon.live.LiveSnapshot;
import io.gazeshift.daemon.live.SwapView;
import io.gazeshift.ingest.preview.CameraPictures;
import io.gazeshift.protocol.Gaze;
import java.util.function.Predicate;

/**
 * The live state for the page's script: angles in degrees with two digits, times in milliseconds
 * since 1970, positions in images as fractions of their size. Repeated values are arrays, to keep
 * it short.
 */
final class LiveJson {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final CameraPictures pictures;
  private final Predicate<String> hasReport;

  /**
   * @param hasReport whether a report of this name exists here
   */
  LiveJson(CameraPictures pictures, Predicate<String> hasReport) {
    this.pictures = pictures;
    this.hasReport = hasReport;
  }

  /** Adds a snapshot to a response. */
  void put(ObjectNode answer, LiveSnapshot snapshot) {
    answer.put("at", snapshot.at().toEpochMilli());
    snapshot.problem().ifPresent(problem -> answer.put("problem", problem));
    ArrayNode cameras = answer.putArray("cameras");
    snapshot.cameras().forEach(camera -> cameras.add(camera(camera)));
    ArrayNode domains = answer.putArray("domains");
    snapshot.domains().forEach(domain -> domains.add(domain(domain)));
    ArrayNode events = answer.putArray("events");
    snapshot.events().forEach(event -> events.add(event(event)));
  }

  private ObjectNode camera(CameraView camera) {
    ObjectNode node =
        NODES
            .objectNode()
            .put("id", camera.id())
            .put("domain", camera.domain())
            .put("fps", rounded(camera.framesPerSecond()))
            .put("latency", rounded(camera.latencyP50Millis()))
            .put("seen", camera.lastSeen().toEpochMilli())
            .put("picture", pictures.shows(camera.id()));
    ArrayNode faces = node.putArray("faces");
    camera.faces().forEach(face -> faces.add(face(camera.id(), face)));
    ArrayNode timelines = node.putArray("timelines");
    camera.timelines().forEach(timeline -> timelines.add(TargetsJson.timeline(timeline)));
    return node;
  }

  private ObjectNode face(String camera, FaceView face) {
    ObjectNode node =
        NODES.objectNode().put("index", face.index()).put("version", face.headVersion());
    node.set("predicted", pair(face.predicted()));
    face.sigmaDegrees().ifPresent(sigma -> node.put("sigma", sigma));
    face.look()
        .ifPresent(
            look ->
                node.put("target", look.best().name())
                    .put("probability", rounded(look.best().probability()))
                    .set("look", TargetsJson.look(look)));
    arrow(node, "arrow", camera, face, face.predicted());
    face.truth()
        .ifPresent(
            truth -> {
              node.set("truth", pair(truth));
              arrow(node, "truthArrow", camera, face, truth);
            });
    return node;
  }

  private void arrow(ObjectNode node, String name, String camera, FaceView face, Direction gaze) {
    pictures
        .arrow(
            camera,
            face.originMillimetres(),
            Gaze.ofDegrees(gaze.pitchDegrees(), gaze.yawDegrees()))
        .ifPresent(
            arrow ->
                node.putArray(name)
                    .add(fine(arrow.fromX()))
                    .add(fine(arrow.fromY()))
                    .add(fine(arrow.toX()))
                    .add(fine(arrow.toY())));
  }

  private static ObjectNode domain(DomainView domain) {
    ObjectNode node =
        NODES
            .objectNode()
            .put("name", domain.name())
            .put("version", domain.headVersion())
            .put("pinned", domain.pinned());
    domain
        .error()
        .ifPresent(
            error ->
                node.putObject("error")
                    .put("degrees", rounded(error.degrees()))
                    .put("source", rounded(error.sourceDegrees()))
                    .put("shrunk", rounded(error.shrunkDegrees()))
                    .put("faces", error.faces()));
    ArrayNode history = node.putArray("history");
    for (ErrorPoint point : domain.history()) {
      history
          .addArray()
          .add(point.at().toEpochMilli())
          .add(rounded(point.degrees()))
          .add(rounded(point.sourceDegrees()));
    }
    ArrayNode swaps = node.putArray("swaps");
    for (SwapView swap : domain.swaps()) {
      swaps
          .addObject()
          .put("at", swap.at().toEpochMilli())
          .put("version", swap.version())
          .put("author", swap.author());
    }
    domain.predicted().ifPresent(gaze -> node.set("predicted", distribution(gaze)));
    domain.truth().ifPresent(gaze -> node.set("truth", distribution(gaze)));
    ArrayNode prior = node.putArray("prior");
    domain.prior().forEach(gaze -> prior.add(distribution(gaze)));
    ArrayNode recent = node.putArray("recent");
    domain.recent().forEach(direction -> recent.add(pair(direction)));
    domain.targets().ifPresent(targets -> node.set("targets", TargetsJson.targets(targets)));
    return node;
  }

  /** Weight, mean pitch and yaw, their variances and covariance. */
  private static ArrayNode distribution(GazeDistribution gaze) {
    return NODES
        .arrayNode()
        .add(rounded(gaze.weight()))
        .add(rounded(gaze.mean().pitchDegrees()))
        .add(rounded(gaze.mean().yawDegrees()))
        .add(rounded(gaze.pitchVariance()))
        .add(rounded(gaze.yawVariance()))
        .add(rounded(gaze.covariance()));
  }

  private ObjectNode event(EventView event) {
    ObjectNode node =
        NODES
            .objectNode()
            .put("at", event.at().toEpochMilli())
            .put("domain", event.domain())
            .put("kind", event.kind())
            .put("text", event.text());
    event.report().filter(hasReport).ifPresent(report -> node.put("report", report));
    return node;
  }

  private static ArrayNode pair(Direction direction) {
    return NODES
        .arrayNode()
        .add(rounded(direction.pitchDegrees()))
        .add(rounded(direction.yawDegrees()));
  }

  /** Null for a value that is not finite, which JSON cannot express. */
  static Double rounded(double value) {
    return Double.isFinite(value) ? Math.round(value * 100) / 100.0 : null;
  }

  static double fine(double value) {
    return Math.round(value * 10_000) / 10_000.0;
  }
}
