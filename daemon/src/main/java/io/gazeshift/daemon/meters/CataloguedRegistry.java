package io.gazeshift.daemon.meters;

import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.common.metrics.CappedTag;
import io.gazeshift.common.metrics.MeterSpec;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A meter registry for Prometheus. It accepts only the meters of the {@link MeterCatalogue}, and
 * distinguishes a limited number of cameras and domains; further ones are summed.
 */
public final class CataloguedRegistry implements AutoCloseable {

  /** The content type of {@link #scrape}. */
  public static final String TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  private final BoundedMeters bounded;

  public CataloguedRegistry() {
    this(System::nanoTime);
  }

  public CataloguedRegistry(LongSupplier nanoTime) {
    this.bounded = new BoundedMeters(registry, nanoTime);
    Set<String> names =
        MeterCatalogue.meters().stream()
            .map(MeterSpec::name)
            .collect(Collectors.toUnmodifiableSet());
    registry
        .config()
        .meterFilter(new Cap(bounded))
        .meterFilter(MeterFilter.denyUnless(id -> names.contains(id.getName())));
  }

  public MeterRegistry meters() {
    return registry;
  }

  /** The same meters, for those whose cameras and domains come from records. */
  public BoundedMeters bounded() {
    return bounded;
  }

  /** All current values, in Prometheus' text format. */
  public String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    registry.close();
  }

  private static final class Cap implements MeterFilter {

    private final Map<String, UnaryOperator<String>> tags;

    Cap(BoundedMeters bounded) {
      this.tags =
          Map.of(BoundedMeters.CAMERA, bounded::camera, BoundedMeters.DOMAIN, bounded::domain);
    }

    @Override
    public Meter.Id map(Meter.Id id) {
      List<Tag> capped =
          id.getTags().stream()
              .map(
                  tag ->
                      tags.containsKey(tag.getKey())
                          ? Tag.of(tag.getKey(), tags.get(tag.getKey()).apply(tag.getValue()))
                          : tag)
              .toList();
      return capped.equals(id.getTags()) ? id : id.replaceTags(capped);
    }

    /** Counters of several cameras can be summed, gauges cannot. */
    @Override
    public MeterFilterReply accept(Meter.Id id) {
      boolean others =
          tags.keySet().stream().anyMatch(key -> CappedTag.OTHER.equals(id.getTag(key)));
      return others && id.getType() == Meter.Type.GAUGE
          ? MeterFilterReply.DENY
          : MeterFilterReply.NEUTRAL;
    }
  }
}
