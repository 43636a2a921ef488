package io.gazeshift.common.cli;

/** The log formats, named as on the command line. */
public enum LogFormat {
  /** For people. */
  text,
  /** One JSON object, with camera, domain and version as fields of their own. */
  json
}
