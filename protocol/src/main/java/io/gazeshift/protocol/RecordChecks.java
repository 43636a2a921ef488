package io.gazeshift.protocol;

import com.google.protobuf.ByteString;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationRequest;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.DenseLayer;
import io.gazeshift.protocol.v1.EventState;
import io.gazeshift.protocol.v1.EyeLandmarks;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FaceLandmarks;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.GazeAngles;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTarget;
import io.gazeshift.protocol.v1.GazeTruth;
import io.gazeshift.protocol.v1.GazeUncertainty;
import io.gazeshift.protocol.v1.HeadModel;
import io.gazeshift.protocol.v1.PersonOffset;
import io.gazeshift.protocol.v1.VehicleSpeed;
import java.util.List;
import java.util.stream.Stream;

/** Validates messages beyond well-formedness. Each check returns the first problem. */
final class RecordChecks {

  /** No road vehicle is faster; other units and errors of sensors are. */
  private static final int FASTEST_KMH = 500;

  private RecordChecks() {}

  static String faceFrame(FaceFrame face) {
    return first(
        identity(face.hasIdentity(), face.getIdentity()),
        when(
            face.getPatchJpeg().isEmpty() && !face.hasLandmarks(),
            "has neither patch_jpeg nor landmarks"),
        when(!face.getPatchJpeg().isEmpty() && face.getPatchSize() <= 0, "has no patch_size"),
        landmarks(face),
        rotation("normalisation_rotation", face.getNormalisationRotationList()),
        rotation("head_pose.rotation", face.getHeadPose().getRotationList()),
        point("head_pose.face_centre", face.getHeadPose().getFaceCentreList()));
  }

  private static String landmarks(FaceFrame face) {
    if (!face.hasLandmarks()) {
      return null;
    }
    FaceLandmarks landmarks = face.getLandmarks();
    return first(
        eye("landmarks.right", landmarks.getRight()),
        eye("landmarks.left", landmarks.getLeft()),
        points("landmarks.skull", landmarks.getSkullList(), LandmarkPoints.SKULL));
  }

  private static String eye(String field, EyeLandmarks eye) {
    return first(
        points(field + ".lids", eye.getLidsList(), LandmarkPoints.LIDS),
        when(
            !(Float.isFinite(eye.getIrisX())
                && Float.isFinite(eye.getIrisY())
                && Float.isFinite(eye.getIrisRadius())
                && eye.getIrisRadius() > 0),
            "has an iris in %s at (%s, %s) with the radius %s"
                .formatted(field, eye.getIrisX(), eye.getIrisY(), eye.getIrisRadius())));
  }

  private static String points(String field, List<Float> xy, int expected) {
    return first(
        when(
            xy.size() != 2 * expected,
            "has %d numbers in %s, expected %d".formatted(xy.size(), field, 2 * expected)),
        when(
            !xy.stream().allMatch(Float::isFinite),
            "has a number in %s that is not finite".formatted(field)));
  }

  static String gazePrediction(GazePrediction prediction) {
    return first(
        identity(prediction.hasIdentity(), prediction.getIdentity()),
        gaze("normalised", prediction.hasNormalised(), prediction.getNormalised()),
        gaze("camera", prediction.hasCamera(), prediction.getCamera()),
        point("origin", prediction.getOriginList()),
        uncertainty(prediction),
        personOffset(prediction),
        targets(prediction),
        prediction.hasSmoothedCamera()
            ? gaze("smoothed_camera", true, prediction.getSmoothedCamera())
            : null);
  }

  /** Of every target of every prediction, so nothing is formatted that is right. */
  private static String targets(GazePrediction prediction) {
    for (GazeTarget target : prediction.getTargets().getTargetsList()) {
      if (target.getName().isEmpty()) {
        return "has a target without a name";
      }
      if (!isProbability(target.getProbability())) {
        return "has a target %s with the probability %s"
            .formatted(target.getName(), target.getProbability());
      }
    }
    float elsewhere = prediction.getTargets().getElsewhere();
    return isProbability(elsewhere)
        ? null
        : "has a targets.elsewhere of %s, which is no probability".formatted(elsewhere);
  }

  private static boolean isProbability(float value) {
    return value >= 0 && value <= 1;
  }

  private static String uncertainty(GazePrediction prediction) {
    GazeUncertainty known = prediction.getUncertainty();
    return when(
        prediction.hasUncertainty()
            && !(isWidth(known.getSigma()) && isWidth(known.getPitch()) && isWidth(known.getYaw())),
        "has an uncertainty of sigma %s, pitch %s, yaw %s"
            .formatted(known.getSigma(), known.getPitch(), known.getYaw()));
  }

  private static boolean isWidth(double radians) {
    return radians > 0 && Double.isFinite(radians);
  }

  private static String personOffset(GazePrediction prediction) {
    if (!prediction.hasPersonOffset()) {
      return null;
    }
    PersonOffset known = prediction.getPersonOffset();
    return first(
        gaze("person_offset.offset", known.hasOffset(), known.getOffset()),
        gaze("person_offset.camera", known.hasCamera(), known.getCamera()));
  }

  static String featureSample(FeatureSample sample) {
    return first(
        identity(sample.hasIdentity(), sample.getIdentity()),
        when(sample.getBackboneFingerprint().isEmpty(), "has no backbone_fingerprint"),
        when(
            sample.getFeatureFp16().isEmpty() || sample.getFeatureFp16().size() % 2 != 0,
            "has a feature_fp16 of "
                + sample.getFeatureFp16().size()
                + " bytes, needs 2 per number"),
        gaze("prediction", sample.hasPrediction(), sample.getPrediction()),
        rotation("normalisation_rotation", sample.getNormalisationRotationList()));
  }

  static String headModel(HeadModel head) {
    return first(
        when(head.getDomain().isEmpty(), "has no domain"),
        when(head.getVersion() == 0, "has version 0, which is the source head's"),
        when(head.getBackboneFingerprint().isEmpty(), "has no backbone_fingerprint"),
        when(head.getSha256().size() != 32, "has no sha256 of 32 bytes"),
        layers(head.getLayersList()));
  }

  static String adaptationEvent(AdaptationEvent event) {
    return first(
        when(event.getDomain().isEmpty(), "has no domain"),
        when(event.getRunId().isEmpty(), "has no run_id"),
        when(event.getTrigger().isEmpty(), "has no trigger"));
  }

  static String adaptationRequest(AdaptationRequest request) {
    return first(
        when(request.getDomain().isEmpty(), "has no domain"),
        when(request.getRequestId().isEmpty(), "has no request_id"),
        when(request.getKind() == AdaptationRequest.Kind.UNRECOGNIZED, "is of an unknown kind"));
  }

  static String calibrationGlance(CalibrationGlance glance) {
    return first(
        when(glance.getDomain().isEmpty(), "has no domain"),
        when(glance.getGlanceId().isEmpty(), "has no glance_id"),
        gaze("camera_gaze", glance.hasCameraGaze(), glance.getCameraGaze()),
        when(glance.getFramesCount() == 0, "has no frames"),
        glance.getFramesList().stream()
            .map(frame -> first(featureSample(frame), finiteFeatures(frame.getFeatureFp16())))
            .filter(problem -> problem != null)
            .map(problem -> "has a frame that " + problem)
            .findFirst()
            .orElse(null));
  }

  /** A single frame that is not finite would make the error of every head not a number. */
  private static String finiteFeatures(ByteString halves) {
    for (int i = 1; i < halves.size(); i += Short.BYTES) {
      // The upper byte of a little-endian half holds its whole exponent.
      if ((halves.byteAt(i) & 0x7c) == 0x7c) {
        return "has a feature_fp16 whose number %d is not finite".formatted(i / Short.BYTES);
      }
    }
    return null;
  }

  static String gazeTruth(GazeTruth truth) {
    return first(
        identity(truth.hasIdentity(), truth.getIdentity()),
        gaze("camera", truth.hasCamera(), truth.getCamera()));
  }

  static String faceEvent(FaceEvent event) {
    return first(
        when(event.getCamera().isEmpty(), "has no camera"),
        when(event.getDomain().isEmpty(), "has no domain"),
        when(event.getStartMicros() <= 0, "has no start_micros"),
        when(
            event.getEndMicros() < event.getStartMicros(),
            "ends at %d, before it starts at %d"
                .formatted(event.getEndMicros(), event.getStartMicros())),
        when(event.getKindCase() == FaceEvent.KindCase.KIND_NOT_SET, "is of no known kind"),
        event.hasAlert() ? alert(event.getAlert()) : null);
  }

  private static String alert(FaceEvent.Alert alert) {
    return first(
        when(alert.getRule().isEmpty(), "has no alert.rule"),
        when(
            !Float.isFinite(alert.getValue()) || !Float.isFinite(alert.getBound()),
            "has an alert with the value %s and the bound %s"
                .formatted(alert.getValue(), alert.getBound())));
  }

  static String vehicleSpeed(VehicleSpeed speed) {
    return first(
        when(speed.getDomain().isEmpty(), "has no domain"),
        when(speed.getMeasuredMicros() <= 0, "has no measured_micros"),
        when(
            !(speed.getKmh() >= 0 && speed.getKmh() <= FASTEST_KMH),
            "has a speed of %s km/h; 0 to %d are possible".formatted(speed.getKmh(), FASTEST_KMH)));
  }

  static String eventState(EventState state) {
    return when(
        state.getNextOffset() < 0, "has a next_offset of %d".formatted(state.getNextOffset()));
  }

  private static String identity(boolean present, FaceIdentity identity) {
    return first(
        when(!present, "has no identity"),
        when(identity.getCamera().isEmpty(), "has no identity.camera"),
        when(identity.getDomain().isEmpty(), "has no identity.domain"),
        when(identity.getCaptureMicros() <= 0, "has no identity.capture_micros"));
  }

  private static String gaze(String field, boolean present, GazeAngles angles) {
    return first(
        when(!present, "has no " + field),
        when(
            !Double.isFinite(angles.getPitch()) || !Double.isFinite(angles.getYaw()),
            "has a %s of pitch %s, yaw %s".formatted(field, angles.getPitch(), angles.getYaw())));
  }

  private static String point(String field, List<Double> xyz) {
    return first(
        when(xyz.size() != 3, "has %d numbers in %s, expected 3".formatted(xyz.size(), field)),
        when(
            !xyz.stream().allMatch(Double::isFinite),
            "has a number in %s that is not finite: %s".formatted(field, xyz)));
  }

  private static String rotation(String field, List<Double> rows) {
    try {
      Rotation.ofRows(rows);
      return null;
    } catch (IllegalArgumentException e) {
      return "has a bad " + field + ": " + e.getMessage();
    }
  }

  private static String layers(List<DenseLayer> layers) {
    if (layers.isEmpty()) {
      return "has no layers";
    }
    for (int i = 0; i < layers.size(); i++) {
      DenseLayer layer = layers.get(i);
      long weightBytes = 4L * layer.getInputs() * layer.getOutputs();
      if (layer.getInputs() <= 0 || layer.getOutputs() <= 0) {
        return "has a layer %d of %d inputs and %d outputs"
            .formatted(i, layer.getInputs(), layer.getOutputs());
      }
      if (layer.getWeight().size() != weightBytes
          || layer.getBias().size() != 4L * layer.getOutputs()) {
        return "has a layer %d of %d x %d whose weight and bias have %d and %d bytes"
            .formatted(
                i,
                layer.getOutputs(),
                layer.getInputs(),
                layer.getWeight().size(),
                layer.getBias().size());
      }
      if (i > 0 && layers.get(i - 1).getOutputs() != layer.getInputs()) {
        return "has a layer %d with %d inputs after a layer with %d outputs"
            .formatted(i, layer.getInputs(), layers.get(i - 1).getOutputs());
      }
    }
    return null;
  }

  private static String when(boolean wrong, String problem) {
    return wrong ? problem : null;
  }

  private static String first(String... problems) {
    return Stream.of(problems).filter(p -> p != null).findFirst().orElse(null);
  }
}
