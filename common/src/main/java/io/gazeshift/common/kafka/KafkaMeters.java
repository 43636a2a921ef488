package io.gazeshift.common.kafka;

import io.gazeshift.common.metrics.CounterSpec;
import io.gazeshift.common.metrics.GaugeSpec;
import io.gazeshift.common.metrics.MeterSpec;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.JmxReporter;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricsReporter;
import org.jspecify.annotations.Nullable;

/**
 * Exports the Kafka client metrics that matter to an operator to our registry, as long as the
 * client is open. Kafka instantiates this class by name for each client, so the registry is passed
 * in the client's properties.
 */
public final class KafkaMeters implements MetricsReporter {

  private static final String REGISTRY = "gazeshift.meter.registry";
  private static final String CLIENT = "client-id";

  /** As it stands in Kafka, and as we tell it. */
  private record Chosen(String group, String name, MeterSpec spec) {

    static Chosen counter(String group, String name, String sentence) {
      return new Chosen(group, name, CounterSpec.of(meter(group, name), sentence, "client.id"));
    }

    static Chosen gauge(String group, String name, String sentence) {
      return new Chosen(group, name, GaugeSpec.of(meter(group, name), sentence, "client.id"));
    }

    /** As Micrometer's own binder would call it. */
    private static String meter(String group, String name) {
      return "kafka." + (group.replace("-metrics", "") + "." + name).replace('-', '.');
    }

    private String key() {
      return group + "/" + name;
    }
  }

  private static final Map<String, Chosen> CHOSEN =
      Stream.of(
              Chosen.counter("producer-metrics", "record-send-total", "Records sent"),
              Chosen.counter(
                  "producer-metrics", "record-error-total", "Records that could not be sent"),
              Chosen.counter("producer-metrics", "record-retry-total", "Records sent again"),
              Chosen.gauge(
                  "producer-metrics",
                  "request-latency-avg",
                  "Mean time of a request, in milliseconds"),
              Chosen.gauge(
                  "producer-metrics",
                  "buffer-available-bytes",
                  "Free memory for records to be sent, in bytes"),
              Chosen.gauge("producer-metrics", "connection-count", "Open connections"),
              Chosen.counter(
                  "consumer-fetch-manager-metrics", "records-consumed-total", "Records read"),
              Chosen.counter(
                  "consumer-fetch-manager-metrics", "bytes-consumed-total", "Bytes read"),
              Chosen.gauge(
                  "consumer-fetch-manager-metrics",
                  "records-lag-max",
                  "Lag of the partition that is furthest behind, in records"),
              Chosen.gauge(
                  "consumer-fetch-manager-metrics",
                  "fetch-latency-avg",
                  "Mean time of a fetch, in milliseconds"),
              Chosen.counter("consumer-coordinator-metrics", "rebalance-total", "Rebalances"),
              Chosen.counter(
                  "consumer-coordinator-metrics", "failed-rebalance-total", "Failed rebalances"),
              Chosen.gauge(
                  "consumer-coordinator-metrics",
                  "assigned-partitions",
                  "Partitions assigned to the client"),
              Chosen.gauge("consumer-metrics", "connection-count", "Open connections"))
          .collect(Collectors.toMap(Chosen::key, Function.identity()));

  /** Every meter of the clients. */
  public static final List<MeterSpec> ALL =
      CHOSEN.values().stream()
          .map(Chosen::spec)
          .sorted(Comparator.comparing(MeterSpec::name))
          .toList();

  private final Map<MetricName, Meter> made = new ConcurrentHashMap<>();
  private @Nullable MeterRegistry registry;

  /** What a client is opened with. */
  static Map<String, Object> settings(MeterRegistry registry) {
    return Map.of(
        CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG,
        List.of(JmxReporter.class.getName(), KafkaMeters.class.getName()),
        REGISTRY,
        registry);
  }

  @Override
  public void configure(Map<String, ?> settings) {
    registry = (MeterRegistry) settings.get(REGISTRY);
  }

  @Override
  public void init(List<KafkaMetric> metrics) {
    metrics.forEach(this::metricChange);
  }

  @Override
  public void metricChange(KafkaMetric metric) {
    MetricName name = metric.metricName();
    Chosen chosen = CHOSEN.get(name.group() + "/" + name.name());
    // Those of a topic or a partition would be too many.
    if (registry != null && chosen != null && name.tags().keySet().equals(Set.of(CLIENT))) {
      made.put(name, meter(chosen.spec(), metric, registry));
    }
  }

  private static Meter meter(MeterSpec spec, KafkaMetric metric, MeterRegistry registry) {
    String client = Objects.requireNonNull(metric.metricName().tags().get(CLIENT));
    if (spec instanceof GaugeSpec gauge) {
      return gauge.in(registry, () -> value(metric), client);
    }
    return FunctionCounter.builder(spec.name(), metric, KafkaMeters::value)
        .description(spec.sentence())
        .tags(spec.tagged(client))
        .register(registry);
  }

  private static double value(KafkaMetric metric) {
    return metric.metricValue() instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  @Override
  public void metricRemoval(KafkaMetric metric) {
    Meter meter = made.remove(metric.metricName());
    if (meter != null && registry != null) {
      registry.remove(meter);
    }
  }

  @Override
  public void close() {
    if (registry != null) {
      made.values().forEach(registry::remove);
    }
    made.clear();
  }
}
