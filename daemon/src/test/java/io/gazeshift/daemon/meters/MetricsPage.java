package io.gazeshift.daemon.meters;

import io.gazeshift.common.metrics.MeterSpec;
import io.gazeshift.common.metrics.SummarySpec;
import io.gazeshift.common.metrics.TimerSpec;
import io.gazeshift.daemon.reference.Cells;
import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** docs/reference/metrics.md, from the catalogue. */
final class MetricsPage {

  private static final String BEFORE =
      """
      # Metrics

      Generated from the meter catalogue in the code by `MetricsPageTest`; do not edit it.

      A process exposes these metrics, and no others, for Prometheus at `/metrics` of
      `http.listen` (by default `http://127.0.0.1:9464/metrics`). The dashboards in `grafana/`
      and the alerts in `alerts/` use them.

      Histograms (`_bucket`, `_count`, `_sum`, and the largest of the last minutes as `_max`) can be
      summed over processes: `histogram_quantile(0.99, sum by (le) (rate(..._bucket[5m])))`.
      A process distinguishes its configured cameras and domains, and 100 of each besides; counts and
      times of any further ones are summed under the name `other`. When the 100 are taken, a new name
      takes the place of the one that was not seen for longest, if that is at least an hour ago, and
      the series of that one end.
      """;

  private MetricsPage() {}

  static String markdown() {
    StringBuilder page = new StringBuilder(BEFORE);
    for (MeterCatalogue.Section section : MeterCatalogue.SECTIONS) {
      page.append("\n## %s\n\n".formatted(section.title()));
      page.append(Cells.wrapped(section.sentence())).append('\n');
      page.append("| metric | type | labels | meaning |\n| --- | --- | --- | --- |\n");
      section.meters().forEach(spec -> page.append(row(spec)));
    }
    return page.toString();
  }

  private static String row(MeterSpec spec) {
    return "| `%s` | %s | %s | %s |%n"
        .formatted(
            series(spec).get(0).replaceAll("_(bucket|count)$", ""),
            type(spec),
            spec.tags().stream()
                .map(tag -> "`" + tag.replace('.', '_') + "`")
                .collect(Collectors.joining(", ")),
            spec.sentence());
  }

  private static String type(MeterSpec spec) {
    return switch (spec.type()) {
      case COUNTER -> "counter";
      case GAUGE -> "gauge";
      default -> hasBuckets(spec) ? "histogram" : "summary";
    };
  }

  private static boolean hasBuckets(MeterSpec spec) {
    return spec instanceof SummarySpec || (spec instanceof TimerSpec t && !t.buckets().isEmpty());
  }

  /** What Prometheus calls the series of a meter. */
  static List<String> series(MeterSpec spec) {
    String unit = spec.type() == Meter.Type.TIMER || spec.unit().isEmpty() ? null : spec.unit();
    String name = new PrometheusNamingConvention().name(spec.name(), spec.type(), unit);
    return switch (spec.type()) {
      case COUNTER -> List.of(name.endsWith("_total") ? name : name + "_total");
      case GAUGE -> List.of(name);
      default ->
          Stream.of("_bucket", "_count", "_sum", "_max")
              .filter(end -> hasBuckets(spec) || !end.equals("_bucket"))
              .map(end -> name + end)
              .toList();
    };
  }
}
