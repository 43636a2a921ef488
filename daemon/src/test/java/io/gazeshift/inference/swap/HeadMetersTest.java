package io.gazeshift.inference.swap;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.metrics.CappedTag;
import io.gazeshift.daemon.meters.CataloguedRegistry;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.protocol.v1.HeadModel;
import io.gazeshift.testing.TestHeads;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HeadMetersTest {

  private final AtomicLong nanos = new AtomicLong();
  private final CataloguedRegistry registry = new CataloguedRegistry(nanos::get);
  private final HeadMeters meters =
      new HeadMeters(registry.bounded(), new ActiveHeads(TestHeads.constant(3, 0, 0)));

  /** An alert that watches a counter grow does not see one that is born with a 1. */
  @Test
  void theFirstAutomaticRollbackOfADomainIsAGrowth() {
    meters.swapped(head(1).setAuthor("service").build());
    assertThat(registry.scrape())
        .contains(
            "gazeshift_infer_head_restored_total{author=\"service\",domain=\"seat\"} 0.0",
            "gazeshift_infer_head_restored_total{author=\"person\",domain=\"seat\"} 0.0");
    meters.swapped(head(2).setAuthor("service").setRestoredVersion(0).build());
    meters.swapped(head(3).setAuthor("person ann").setRestoredVersion(1).build());
    meters.swapped(head(4).setAuthor("person ann").setRestoredVersion(1).build());
    assertThat(registry.scrape())
        .contains(
            "gazeshift_infer_head_restored_total{author=\"service\",domain=\"seat\"} 1.0",
            "gazeshift_infer_head_restored_total{author=\"person\",domain=\"seat\"} 2.0",
            "gazeshift_infer_head_swaps_total 4.0");
  }

  @Test
  void theActiveHeadIsToldWithItsVersionAndWhenItWasMade() {
    meters.swapped(head(6).setCreatedMicros(1_700_000_000_500_000L).build());
    meters.rejected(RejectedHeadException.Reason.OTHER_BACKBONE);
    assertThat(registry.scrape())
        .contains("gazeshift_infer_head_version{domain=\"seat\"} 6.0")
        .contains("gazeshift_infer_head_created_seconds{domain=\"seat\"} 1.7000000005E9")
        .contains("gazeshift_infer_head_rejected_total{reason=\"OTHER_BACKBONE\"} 1.0");
  }

  @Test
  void aDomainThatReturnsAfterItsSeriesWereDroppedHasThemAgain() {
    registry.bounded().keepApart(Set.of(), Set.of("hall"));
    meters.swapped(head(1).setDomain("hall").build());
    for (int i = 0; i < CappedTag.USUAL; i++) {
      meters.swapped(head(1).setDomain("old" + i).build());
    }
    meters.swapped(head(6).build());
    assertThat(registry.scrape()).doesNotContain("seat");

    nanos.addAndGet(Duration.ofHours(1).toNanos());
    for (int i = 0; i < CappedTag.USUAL; i++) {
      meters.swapped(head(2).setDomain("new" + i).build());
    }
    assertThat(registry.scrape()).contains("version{domain=\"hall\"} 1.0").doesNotContain("old");

    nanos.addAndGet(Duration.ofHours(1).toNanos());
    meters.swapped(head(7).build());
    meters.swapped(head(3).setDomain("old0").build());
    assertThat(registry.scrape())
        .contains("gazeshift_infer_head_version{domain=\"hall\"} 1.0")
        .contains("gazeshift_infer_head_version{domain=\"seat\"} 7.0")
        .contains("gazeshift_infer_head_version{domain=\"old0\"} 3.0")
        .contains("gazeshift_infer_head_restored_total{author=\"service\",domain=\"other\"} 0.0");
  }

  /** Its next head may be weeks away, and until then the alert on an old head needs its age. */
  @Test
  void aDomainThatReturnsByAPredictionHasItsSeriesAgain() {
    meters.swapped(head(6).setCreatedMicros(1_700_000_000_500_000L).build());
    nanos.addAndGet(Duration.ofHours(1).toNanos());
    takeAllPlaces("night");
    assertThat(registry.scrape()).doesNotContain("seat");

    nanos.addAndGet(Duration.ofHours(1).toNanos());
    assertThat(registry.bounded().domain("seat")).isEqualTo("seat");

    assertThat(registry.scrape())
        .contains("gazeshift_infer_head_version{domain=\"seat\"} 6.0")
        .contains("gazeshift_infer_head_created_seconds{domain=\"seat\"} 1.7000000005E9")
        .contains("gazeshift_infer_head_restored_total{author=\"service\",domain=\"seat\"} 0.0");
  }

  @Test
  void aHeadSwappedWhileItsDomainHadNoPlaceIsToldOnceItHasOne() {
    meters.swapped(head(6).build());
    nanos.addAndGet(Duration.ofHours(1).toNanos());
    takeAllPlaces("night");
    meters.swapped(head(7).setCreatedMicros(1_700_000_000_500_000L).build());
    assertThat(registry.scrape()).doesNotContain("seat");

    nanos.addAndGet(Duration.ofHours(1).toNanos());
    assertThat(registry.bounded().domain("seat")).isEqualTo("seat");

    assertThat(registry.scrape())
        .contains("gazeshift_infer_head_version{domain=\"seat\"} 7.0")
        .contains("gazeshift_infer_head_created_seconds{domain=\"seat\"} 1.7000000005E9");
  }

  /** Predictions of so many domains without a head that no other has a place. */
  private void takeAllPlaces(String prefix) {
    for (int i = 0; i < CappedTag.USUAL; i++) {
      registry.bounded().domain(prefix + i);
    }
  }

  private static HeadModel.Builder head(long version) {
    return HeadModel.newBuilder().setDomain("seat").setVersion(version);
  }
}
