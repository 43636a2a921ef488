package io.gazeshift.ingest;

import io.gazeshift.common.config.sections.IngestConfig;
import java.time.Duration;

/** What tests share. */
final class Samples {

  /** As the configuration has it by default. */
  static final IngestConfig INGEST = new IngestConfig(90, 8, 224, 960, 600, Duration.ofSeconds(5));

  private Samples() {}
}
