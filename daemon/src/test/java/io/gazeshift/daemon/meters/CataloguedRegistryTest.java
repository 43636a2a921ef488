package io.gazeshift.daemon.meters;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.ingest.metrics.IngestMeters;
import io.micrometer.core.instrument.Counter;
import org.junit.jupiter.api.Test;

class CataloguedRegistryTest {

  private final CataloguedRegistry registry = new CataloguedRegistry();

  @Test
  void aHundredCamerasAreToldApartAndTheOthersAddedUp() {
    for (int i = 0; i < 150; i++) {
      IngestMeters.CAPTURED.in(registry.meters(), "cam" + i).increment();
      IngestMeters.RUNNING.in(registry.meters(), () -> 1, "cam" + i);
    }
    assertThat(registry.scrape())
        .contains("gazeshift_ingest_frames_captured_total{camera=\"cam99\"} 1.0")
        .doesNotContain("cam100")
        .contains("gazeshift_ingest_frames_captured_total{camera=\"other\"} 50.0")
        .doesNotContain("gazeshift_ingest_running{camera=\"other\"}");
  }

  @Test
  void whatIsNotInTheCatalogueIsNotTold() {
    Counter.builder("gazeshift.secret").register(registry.meters()).increment();
    assertThat(registry.scrape()).doesNotContain("secret");
  }
}
