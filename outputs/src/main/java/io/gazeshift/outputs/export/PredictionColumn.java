package io.gazeshift.outputs.export;

import io.gazeshift.protocol.v1.GazePrediction;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Function;

/**
 * One column of the table of predictions. A cell without a value, such as an unknown uncertainty,
 * is not a number.
 */
record PredictionColumn(String name, Type type, Function<GazePrediction, Object> cell) {

  /** What a cell is: a String, a Long, a Double or an Instant. */
  enum Type {
    TEXT,
    INTEGER,
    NUMBER,
    TIME
  }

  static final List<PredictionColumn> ALL =
      List.of(
          time("captured", each -> each.getIdentity().getCaptureMicros()),
          text("camera", each -> each.getIdentity().getCamera()),
          text("domain", each -> each.getIdentity().getDomain()),
          text(
              "capture_session",
              each -> Long.toUnsignedString(each.getIdentity().getCaptureSession())),
          integer("frame", each -> each.getIdentity().getFrameSeq()),
          integer("face", each -> (long) each.getIdentity().getFaceIndex()),
          number("pitch_deg", each -> Math.toDegrees(each.getCamera().getPitch())),
          number("yaw_deg", each -> Math.toDegrees(each.getCamera().getYaw())),
          number("origin_x_mm", each -> origin(each, 0)),
          number("origin_y_mm", each -> origin(each, 1)),
          number("origin_z_mm", each -> origin(each, 2)),
          number(
              "sigma_deg",
              each ->
                  each.hasUncertainty()
                      ? Math.toDegrees(each.getUncertainty().getSigma())
                      : Double.NaN),
          number("quality", each -> (double) each.getQuality().getOverall()),
          number("eye_openness", each -> (double) each.getQuality().getEyeOpenness()),
          integer("model_version", GazePrediction::getModelVersion));

  private static double origin(GazePrediction prediction, int axis) {
    return prediction.getOriginCount() > axis ? prediction.getOrigin(axis) : Double.NaN;
  }

  private static PredictionColumn text(String name, Function<GazePrediction, String> cell) {
    return new PredictionColumn(name, Type.TEXT, cell::apply);
  }

  private static PredictionColumn integer(String name, Function<GazePrediction, Long> cell) {
    return new PredictionColumn(name, Type.INTEGER, cell::apply);
  }

  private static PredictionColumn number(String name, Function<GazePrediction, Double> cell) {
    return new PredictionColumn(name, Type.NUMBER, cell::apply);
  }

  private static PredictionColumn time(String name, Function<GazePrediction, Long> micros) {
    return new PredictionColumn(
        name, Type.TIME, each -> Instant.EPOCH.plus(micros.apply(each), ChronoUnit.MICROS));
  }
}
