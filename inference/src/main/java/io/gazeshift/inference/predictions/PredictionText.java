package io.gazeshift.inference.predictions;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.inference.targets.PredictedTargets;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTarget;
import io.gazeshift.protocol.v1.PersonOffset;
import io.gazeshift.targets.shape.Target;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;

/** A prediction as one line: for people (degrees, local time) or for programs (JSON, radians). */
public final class PredictionText {

  private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");

  private final ObjectMapper mapper = new ObjectMapper();
  private final ZoneId zone;

  public PredictionText(ZoneId zone) {
    this.zone = zone;
  }

  /**
   * {@code 12:00:00.123 cam0 #17 face 0 pitch +3.1° yaw -12.0° ±8° road 64 % head lab v0 14 ms}.
   */
  public String forPeople(GazePrediction prediction) {
    FaceIdentity identity = prediction.getIdentity();
    Gaze gaze = Gaze.from(prediction.getCamera());
    return String.format(
        Locale.ROOT,
        "%s  %-10s #%-6d face %d  pitch %+6.1f°  yaw %+6.1f°%s%s  head %s v%d  %d ms",
        CLOCK.format(captured(identity).atZone(zone)),
        identity.getCamera(),
        identity.getFrameSeq(),
        identity.getFaceIndex(),
        gaze.pitchDeg(),
        gaze.yawDeg(),
        sigma(prediction),
        target(prediction),
        identity.getDomain(),
        prediction.getModelVersion(),
        pathMicros(prediction) / 1000);
  }

  /** One JSON object, angles in radians, as on the wire. */
  public String forPrograms(GazePrediction prediction) {
    FaceIdentity identity = prediction.getIdentity();
    ObjectNode json = mapper.createObjectNode();
    json.put("camera", identity.getCamera());
    json.put("domain", identity.getDomain());
    json.put("captureSession", Long.toUnsignedString(identity.getCaptureSession()));
    json.put("frameSeq", identity.getFrameSeq());
    json.put("faceIndex", identity.getFaceIndex());
    json.put("captured", captured(identity).toString());
    json.put("pitchRad", prediction.getCamera().getPitch());
    json.put("yawRad", prediction.getCamera().getYaw());
    json.put("normalisedPitchRad", prediction.getNormalised().getPitch());
    json.put("normalisedYawRad", prediction.getNormalised().getYaw());
    prediction.getOriginList().forEach(json.withArray("originMm")::add);
    if (prediction.hasUncertainty()) {
      json.put("sigmaRad", prediction.getUncertainty().getSigma());
      json.put("sigmaPitchRad", prediction.getUncertainty().getPitch());
      json.put("sigmaYawRad", prediction.getUncertainty().getYaw());
    }
    if (prediction.hasQuality()) {
      json.put("quality", prediction.getQuality().getOverall());
      json.put("eyeOpenness", prediction.getQuality().getEyeOpenness());
    }
    if (prediction.hasPersonOffset()) {
      json.set("personOffset", personOffset(prediction.getPersonOffset()));
    }
    if (prediction.hasSmoothedCamera()) {
      json.put("smoothedPitchRad", prediction.getSmoothedCamera().getPitch());
      json.put("smoothedYawRad", prediction.getSmoothedCamera().getYaw());
    }
    if (prediction.hasTargets()) {
      putTargets(prediction, json);
    }
    json.put("modelVersion", prediction.getModelVersion());
    json.put("pathMicros", pathMicros(prediction));
    return json.toString();
  }

  /** Empty where the model does not say how accurate it is. */
  private static String sigma(GazePrediction prediction) {
    return prediction.hasUncertainty()
        ? String.format(
            Locale.ROOT, "  ±%2.0f°", Math.toDegrees(prediction.getUncertainty().getSigma()))
        : "";
  }

  /** Empty where the domain has no targets. */
  private static String target(GazePrediction prediction) {
    if (!prediction.hasTargets()) {
      return "";
    }
    Optional<GazeTarget> best = PredictedTargets.mostProbable(prediction);
    return String.format(
        Locale.ROOT,
        "  %s %.0f %%",
        best.map(GazeTarget::getName).orElse(Target.ELSEWHERE),
        100 * best.map(GazeTarget::getProbability).orElse(prediction.getTargets().getElsewhere()));
  }

  private void putTargets(GazePrediction prediction, ObjectNode json) {
    json.put(
        "target",
        PredictedTargets.mostProbable(prediction)
            .map(GazeTarget::getName)
            .orElse(Target.ELSEWHERE));
    ArrayNode all = json.putArray("targets");
    for (GazeTarget target : prediction.getTargets().getTargetsList()) {
      ObjectNode one = all.addObject();
      one.put("name", target.getName());
      one.put("probability", target.getProbability());
      if (target.getPointCount() > 0) {
        target.getPointList().forEach(one.withArray("pointMm")::add);
        one.put("inside", target.getInside());
      }
      if (target.hasScreen()) {
        one.putArray("screenMm")
            .add(target.getScreen().getRightMm())
            .add(target.getScreen().getDownMm());
      }
      if (target.getScreen().hasRightPx()) {
        one.putArray("screenPx")
            .add(target.getScreen().getRightPx())
            .add(target.getScreen().getDownPx());
      }
    }
    json.put("elsewhere", prediction.getTargets().getElsewhere());
  }

  private ObjectNode personOffset(PersonOffset offset) {
    ObjectNode json = mapper.createObjectNode();
    json.put("normalisedPitchRad", offset.getOffset().getPitch());
    json.put("normalisedYawRad", offset.getOffset().getYaw());
    json.put("correctedPitchRad", offset.getCamera().getPitch());
    json.put("correctedYawRad", offset.getCamera().getYaw());
    json.put("fixations", offset.getFixations());
    json.put("glances", offset.getGlances());
    return json;
  }

  private static Instant captured(FaceIdentity identity) {
    return Instant.EPOCH.plus(identity.getCaptureMicros(), ChronoUnit.MICROS);
  }

  /** Capture to prediction, as the stages themselves measured it; the commit is not in it. */
  private static long pathMicros(GazePrediction prediction) {
    var timings = prediction.getTimings();
    return timings.getIngestMicros()
        + timings.getTransportMicros()
        + timings.getQueueMicros()
        + timings.getBackboneMicros();
  }
}
