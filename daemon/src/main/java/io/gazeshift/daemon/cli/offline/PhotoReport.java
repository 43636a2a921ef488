package io.gazeshift.daemon.cli.offline;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.backbone.samples.SigmaCurve;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.JsonOutput;
import io.gazeshift.daemon.photos.AngleOffset;
import io.gazeshift.daemon.photos.GazeJitter;
import io.gazeshift.daemon.photos.GazeScore;
import io.gazeshift.daemon.photos.PhotoEvaluation;
import io.gazeshift.daemon.photos.PhotoLabel;
import io.gazeshift.daemon.photos.PhotoTally;
import io.gazeshift.daemon.photos.ScoredPhoto;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** How a model did on photographs: as a table, as JSON, and photograph by photograph. */
final class PhotoReport {

  private static final String ROW = "%-20s  %6d  %7.2f°  %7.2f°  %12.2f°  %11s  %9s%n";

  private final PhotoTally tally;
  private final List<PhotoLabel> labels;
  private final Map<PhotoLabel, ScoredPhoto> predicted;
  private final GazeJitter jitter;
  private final PhotoEvaluation evaluation;

  /** At least one photograph has a prediction; the jitter may be of no pictures. */
  PhotoReport(
      PhotoTally tally,
      List<PhotoLabel> labels,
      Map<PhotoLabel, ScoredPhoto> predicted,
      GazeJitter jitter) {
    this.jitter = jitter;
    this.tally = tally;
    this.labels = labels;
    this.predicted = predicted;
    this.evaluation = PhotoEvaluation.of(List.copyOf(predicted.values()));
  }

  void print(Console console) {
    PrintWriter out = console.out();
    out.printf("%s%n", tally);
    out.printf(
        "%-20s  %6s  %8s  %8s  %13s  %11s  %9s%n",
        "", "photos", "mean", "median", "less offset", "pitch slope", "yaw slope");
    print(out, "all", evaluation.all());
    print(out, "guess straight ahead", evaluation.straightAhead());
    evaluation.cameras().forEach(camera -> print(out, "camera " + camera.name(), camera));
    evaluation.persons().forEach(person -> print(out, "person " + person.name(), person));
    evaluation.sigma().ifPresent(curve -> out.printf("errors within sigma: %s%n", curve));
    if (jitter.pictures() > 0) {
      out.printf(
          Locale.ROOT,
          "jitter (sd, median of %d photographs): pitch %.2f°, yaw %.2f°%n",
          jitter.pictures(),
          jitter.pitchDeg().getAsDouble(),
          jitter.yawDeg().getAsDouble());
    }
    out.flush();
  }

  private static void print(PrintWriter out, String name, GazeScore score) {
    out.printf(
        Locale.ROOT,
        ROW,
        name,
        score.photos(),
        score.meanDeg(),
        score.medianDeg(),
        score.afterOffsetDeg(),
        text(score.slopes().pitch()),
        text(score.slopes().yaw()));
  }

  private static String text(OptionalDouble slope) {
    return slope.isEmpty() ? "-" : String.format(Locale.ROOT, "%.2f", slope.getAsDouble());
  }

  ObjectNode json() {
    ObjectNode answer =
        JsonOutput.object()
            .put("photographs", tally.photographs())
            .put("without_face", tally.withoutFace())
            .put("unreadable", tally.unreadable());
    put(evaluation.all(), answer);
    put(evaluation.straightAhead(), answer.putObject("straight_ahead"));
    ArrayNode cameras = answer.putArray("cameras");
    for (GazeScore camera : evaluation.cameras()) {
      put(camera, cameras.addObject().put("camera", camera.name()));
    }
    ArrayNode persons = answer.putArray("persons");
    for (GazeScore person : evaluation.persons()) {
      AngleOffset offset = evaluation.offsets().get(person.name());
      put(
          person,
          persons
              .addObject()
              .put("person", person.name())
              .put("offset_pitch_deg", offset.pitchDeg())
              .put("offset_yaw_deg", offset.yawDeg()));
    }
    evaluation.sigma().ifPresent(curve -> putCurve("within_sigma", curve, answer));
    if (jitter.pictures() > 0) {
      answer
          .put("jitter_pitch_deg", jitter.pitchDeg().getAsDouble())
          .put("jitter_yaw_deg", jitter.yawDeg().getAsDouble());
    }
    return answer;
  }

  /** Shares of the errors, each with its number of sigmas. */
  static void putCurve(String name, SigmaCurve curve, ObjectNode into) {
    ArrayNode points = into.putArray(name);
    curve
        .points()
        .forEach(
            point -> points.addObject().put("sigmas", point.sigmas()).put("share", point.share()));
  }

  private static void put(GazeScore score, ObjectNode into) {
    into.put("samples", score.photos())
        .put("mean_deg", score.meanDeg())
        .put("median_deg", score.medianDeg())
        .put("after_offset_mean_deg", score.afterOffsetDeg());
    putSlope("pitch_slope", score.slopes().pitch(), into);
    putSlope("yaw_slope", score.slopes().yaw(), into);
  }

  /** What cannot be measured is null. */
  private static void putSlope(String name, OptionalDouble slope, ObjectNode into) {
    if (slope.isPresent()) {
      into.put(name, slope.getAsDouble());
    } else {
      into.putNull(name);
    }
  }

  /** One line a photograph, angles in degrees; a photograph without a face has no prediction. */
  void writeCsv(Path file) throws IOException {
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file))) {
      out.println(
          "file,person,camera,pitch_deg,yaw_deg,true_pitch_deg,true_yaw_deg,error_deg,sigma_deg");
      for (PhotoLabel label : labels) {
        ScoredPhoto photo = predicted.get(label);
        out.printf(
            Locale.ROOT,
            "%s,%s,%s,%s,%.4f,%.4f,%s,%s%n",
            label.name(),
            label.person(),
            label.camera(),
            photo == null
                ? ","
                : String.format(
                    Locale.ROOT,
                    "%.4f,%.4f",
                    photo.predicted().pitchDeg(),
                    photo.predicted().yawDeg()),
            label.gaze().pitchDeg(),
            label.gaze().yawDeg(),
            photo == null ? "" : String.format(Locale.ROOT, "%.4f", photo.errorDeg()),
            photo == null || photo.sigmaRad().isEmpty()
                ? ""
                : String.format(
                    Locale.ROOT, "%.4f", Math.toDegrees(photo.sigmaRad().getAsDouble())));
      }
      if (out.checkError()) {
        throw new IOException(
            "%s: could not be written completely; check the free disk space".formatted(file));
      }
    }
  }
}
