package io.gazeshift.daemon.predict;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Optional;

/** The format of rows, one line each. */
public enum RowFormat {
  /** Comma-separated, with a header. */
  CSV {
    @Override
    public Optional<String> header() {
      return Optional.of(
          "source,frame,face,pitch_deg,yaw_deg,normalised_pitch_deg,normalised_yaw_deg,"
              + "origin_x_mm,origin_y_mm,origin_z_mm,quality,eye_openness,sigma_deg");
    }

    @Override
    public String line(GazeRow row) {
      return String.format(
          Locale.ROOT,
          "%s,%d,%d,%.3f,%.3f,%.3f,%.3f,%.1f,%.1f,%.1f,%.3f,%.3f,%s",
          quoted(row.source()),
          row.frame(),
          row.face(),
          row.camera().pitchDeg(),
          row.camera().yawDeg(),
          row.normalised().pitchDeg(),
          row.normalised().yawDeg(),
          row.xMm(),
          row.yMm(),
          row.zMm(),
          row.quality(),
          row.eyeOpenness(),
          row.sigmaDeg().isPresent()
              ? String.format(Locale.ROOT, "%.2f", row.sigmaDeg().getAsDouble())
              : "");
    }
  },
  /** One JSON object per line. */
  JSONL {
    @Override
    public Optional<String> header() {
      return Optional.empty();
    }

    @Override
    public String line(GazeRow row) {
      ObjectNode json = JSON.createObjectNode();
      json.put("source", row.source()).put("frame", row.frame()).put("face", row.face());
      json.put("pitch_deg", row.camera().pitchDeg()).put("yaw_deg", row.camera().yawDeg());
      json.put("normalised_pitch_deg", row.normalised().pitchDeg());
      json.put("normalised_yaw_deg", row.normalised().yawDeg());
      json.putArray("origin_mm").add(row.xMm()).add(row.yMm()).add(row.zMm());
      json.put("quality", row.quality()).put("eye_openness", row.eyeOpenness());
      row.sigmaDeg().ifPresent(sigma -> json.put("sigma_deg", sigma));
      return json.toString();
    }
  };

  private static final JsonMapper JSON = new JsonMapper();

  /** The header line, if the format has one. */
  public abstract Optional<String> header();

  public abstract String line(GazeRow row);

  private static String quoted(String text) {
    boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
