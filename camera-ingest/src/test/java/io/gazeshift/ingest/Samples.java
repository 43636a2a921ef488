package io.gazeshift.ingest;

import io.gazeshift.ingest.config.IngestConfig;

/** What tests share. */
final class Samples {

  /** As the configuration has it by default. */
  static final IngestConfig INGEST = IngestConfig.DEFAULT;

  private Samples() {}
}
