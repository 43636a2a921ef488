package io.gazeshift.daemon.meters;

import io.gazeshift.common.metrics.MeterSpec;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The names of the series in Prometheus' text format. */
public final class ExposedNames {

  private ExposedNames() {}

  /** Of what was scraped. */
  public static Set<String> in(String scrape) {
    return scrape
        .lines()
        .filter(line -> !line.startsWith("#") && !line.isBlank())
        .map(line -> line.replaceFirst("[{ ].*", ""))
        .collect(Collectors.toSet());
  }

  /** Of all that may be. */
  public static Set<String> catalogued() {
    return MeterCatalogue.meters().stream()
        .flatMap(ExposedNames::of)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Stream<String> of(MeterSpec spec) {
    return MetricsPage.series(spec).stream();
  }
}
