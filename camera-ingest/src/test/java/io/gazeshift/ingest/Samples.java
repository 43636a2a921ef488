package io.gazeshift.ingest;

import io.gazeshift.common.config.sections.IngestConfig;

/** What tests share. */
final class Samples {

  /** As the configuration has it by default. */
  static final IngestConfig INGEST = IngestConfig.DEFAULT;

  private Samples() {}
}
