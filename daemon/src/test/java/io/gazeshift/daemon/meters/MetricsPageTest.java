package io.gazeshift.daemon.meters;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.metrics.CounterSpec;
import io.gazeshift.common.metrics.GaugeSpec;
import io.gazeshift.common.metrics.MeterSpec;
import io.gazeshift.common.metrics.SummarySpec;
import io.gazeshift.common.metrics.TimerSpec;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MetricsPageTest {

  private static final Path PAGE = Path.of("../docs/reference/metrics.md");

  /** {@code -Dgazeshift.write=true} writes the page instead of comparing it. */
  @Test
  void thePageSaysWhatTheCodeDoes() throws IOException {
    if (Boolean.getBoolean("gazeshift.write")) {
      Files.writeString(PAGE, MetricsPage.markdown());
    }
    assertThat(PAGE)
        .withFailMessage(
            "docs/reference/metrics.md is stale; regenerate it with: mvn -pl daemon -am test"
                + " -Dtest=MetricsPageTest -Dgazeshift.write=true"
                + " -Dsurefire.failIfNoSpecifiedTests=false")
        .hasContent(MetricsPage.markdown());
  }

  @Test
  void everyMeterIsReadByPrometheusUnderTheNameOnThePage() {
    try (CataloguedRegistry registry = new CataloguedRegistry()) {
      MeterCatalogue.meters().forEach(spec -> make(spec, registry.meters()));
      Set<String> told = new TreeSet<>(ExposedNames.in(registry.scrape()));
      Set<String> written =
          MeterCatalogue.meters().stream()
              .flatMap(spec -> MetricsPage.series(spec).stream())
              .collect(Collectors.toCollection(TreeSet::new));
      assertThat(told).isEqualTo(written);
    }
  }

  private static void make(MeterSpec spec, MeterRegistry registry) {
    String[] values = new String[spec.tags().size()];
    Arrays.fill(values, "x");
    if (spec instanceof CounterSpec counter) {
      counter.in(registry, values).increment();
    } else if (spec instanceof GaugeSpec gauge) {
      gauge.in(registry, () -> 1, values);
    } else if (spec instanceof TimerSpec timer) {
      timer.in(registry, values).record(Duration.ofMillis(1));
    } else if (spec instanceof SummarySpec summary) {
      summary.in(registry, values).record(1);
    }
  }
}
