package io.gazeshift.inference.predictions;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** A prediction as one line: for people (degrees, local time) or for programs (JSON, radians). */
public final class PredictionText {

  private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");

  private final ObjectMapper mapper = new ObjectMapper();
  private final ZoneId zone;

  public PredictionText(ZoneId zone) {
    this.zone = zone;
  }

  /** {@code 12:00:00.123 cam0 #17 face 0 pitch +3.1° yaw -12.0° head lab v0 14 ms}. */
  public String forPeople(GazePrediction prediction) {
    FaceIdentity identity = prediction.getIdentity();
    Gaze gaze = Gaze.from(prediction.getCamera());
    return String.format(
        Locale.ROOT,
        "%s  %-10s #%-6d face %d  pitch %+6.1f°  yaw %+6.1f°  head %s v%d  %d ms",
        CLOCK.format(captured(identity).atZone(zone)),
        identity.getCamera(),
        identity.getFrameSeq(),
        identity.getFaceIndex(),
        gaze.pitchDeg(),
        gaze.yawDeg(),
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
    json.put("modelVersion", prediction.getModelVersion());
    json.put("pathMicros", pathMicros(prediction));
    return json.toString();
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
