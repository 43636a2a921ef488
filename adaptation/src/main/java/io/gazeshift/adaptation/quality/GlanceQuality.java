package io.gazeshift.adaptation.quality;

import io.gazeshift.adaptation.buffer.TargetSample;
import io.gazeshift.adaptation.buffer.Track;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.targets.quality.Accuracy;
import io.gazeshift.targets.quality.Precision;
import io.gazeshift.targets.quality.PrecisionTally;
import io.gazeshift.targets.quality.SteadyGaze;
import io.gazeshift.targets.quality.TimedGaze;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * How one head sees glances at known points, in the camera's axes.
 *
 * @param accuracy the mean over the points
 * @param precision over all of them; empty where there are too few frames
 * @param faces by face track
 * @param points one for each glance, in their order
 */
public record GlanceQuality(
    Accuracy accuracy, Optional<Precision> precision, List<Face> faces, List<Point> points) {

  /** The glances of one face track. */
  public record Face(Track track, int points, Accuracy accuracy, Optional<Precision> precision) {}

  /**
   * One glance.
   *
   * @param truth where the person looked
   */
  public record Point(
      CalibrationGlance glance, Gaze truth, Accuracy accuracy, Optional<Precision> precision) {}

  /** A glance as a head sees it. */
  private record Seen(CalibrationGlance glance, Track track, Gaze truth, SteadyGaze gaze) {

    Accuracy accuracy() {
      return Accuracy.of(truth, gaze.gazes());
    }
  }

  public GlanceQuality {
    faces = List.copyOf(faces);
    points = List.copyOf(points);
  }

  /**
   * With a head, on the features of the glances. Frames of another backbone say nothing about it;
   * empty where there are no others.
   */
  public static Optional<GlanceQuality> of(HeadFile head, List<CalibrationGlance> glances) {
    float[] features = new float[head.head().inputs()];
    return of(
        glances,
        frame -> {
          if (!frame.getBackboneFingerprint().equals(head.backboneFingerprint())
              || frame.getFeatureFp16().size() != features.length * Short.BYTES) {
            return Optional.empty();
          }
          TargetSample.of(frame).copyFeature(features, 0);
          float[] angles = head.head().predict(features);
          return Optional.of(new Gaze(angles[0], angles[1]));
        });
  }

  /** With the heads that were active at the time; empty without glances. */
  public static Optional<GlanceQuality> asPredicted(List<CalibrationGlance> glances) {
    return of(glances, frame -> Optional.of(Gaze.from(frame.getPrediction())));
  }

  private static Optional<GlanceQuality> of(
      List<CalibrationGlance> glances, Function<FeatureSample, Optional<Gaze>> head) {
    List<Seen> seen =
        glances.stream().map(glance -> seen(glance, head)).flatMap(Optional::stream).toList();
    return Accuracy.mean(seen.stream().map(Seen::accuracy).toList())
        .map(mean -> new GlanceQuality(mean, precision(seen), faces(seen), points(seen)));
  }

  private static Optional<Seen> seen(
      CalibrationGlance glance, Function<FeatureSample, Optional<Gaze>> head) {
    List<TimedGaze> frames = new ArrayList<>();
    for (FeatureSample frame : glance.getFramesList()) {
      Rotation toCamera = Rotation.ofRows(frame.getNormalisationRotationList()).inverse();
      head.apply(frame)
          .map(gaze -> gaze.rotatedBy(toCamera))
          .ifPresent(
              gaze -> frames.add(new TimedGaze(frame.getIdentity().getCaptureMicros(), gaze)));
    }
    if (frames.isEmpty()) {
      return Optional.empty();
    }
    FaceIdentity face = glance.getFrames(0).getIdentity();
    return Optional.of(
        new Seen(
            glance,
            new Track(face.getCamera(), face.getCaptureSession(), face.getFaceIndex()),
            Gaze.from(glance.getCameraGaze()),
            SteadyGaze.of(glance.getGlanceId(), glance.getFrames(0).getModelVersion(), frames)));
  }

  private static List<Face> faces(List<Seen> seen) {
    Map<Track, List<Seen>> byTrack = new LinkedHashMap<>();
    seen.forEach(
        each -> byTrack.computeIfAbsent(each.track(), track -> new ArrayList<>()).add(each));
    List<Face> faces = new ArrayList<>();
    byTrack.forEach(
        (track, own) ->
            faces.add(
                new Face(
                    track,
                    own.size(),
                    Accuracy.mean(own.stream().map(Seen::accuracy).toList()).orElseThrow(),
                    precision(own))));
    return faces;
  }

  private static List<Point> points(List<Seen> seen) {
    return seen.stream()
        .map(
            each ->
                new Point(each.glance(), each.truth(), each.accuracy(), precision(List.of(each))))
        .toList();
  }

  private static Optional<Precision> precision(List<Seen> seen) {
    PrecisionTally tally = new PrecisionTally();
    seen.forEach(each -> tally.add(each.gaze()));
    return tally.precision();
  }
}
