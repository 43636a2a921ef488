package io.gazeshift.common.config;

/**
 * A value as it was given, before validation.
 *
 * @param path the concrete path, e.g. {@code cameras[0].id}
 * @param text the text; for a YAML list, its items with commas between them
 * @param origin where it was given: {@code gazeshift.yaml:12}, {@code GAZESHIFT_BROKER_PORT} or
 *     {@code --port}
 * @param form how it was written
 */
public record GivenValue(String path, String text, String origin, Form form) {

  /** How a value was written. */
  public enum Form {
    TEXT,
    LIST,
    /** A key without a value, or with an empty section: as if it were not there. */
    NOTHING
  }

  /** A value given as text. */
  public static GivenValue text(String path, String text, String origin) {
    return new GivenValue(path, text, origin, Form.TEXT);
  }

  /** Without the text, which may be a secret. */
  @Override
  public String toString() {
    return path + " (" + origin + ")";
  }
}
