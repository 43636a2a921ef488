package io.gazeshift.common.cli;

/** What a line of the log is; named as people write it. */
public enum LogFormat {
  /** For people. */
  text,
  /** One JSON object, with camera, domain and version as fields of their own. */
  json
}
