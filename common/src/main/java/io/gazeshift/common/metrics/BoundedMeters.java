package io.gazeshift.common.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A registry together with the cameras and domains that its meters distinguish. Their names come
 * from records, so their number is bounded; the meters of a name that loses its place are removed.
 * Thread-safe.
 */
public final class BoundedMeters {

  /** The tags whose values are bounded, as specs name them. */
  public static final String CAMERA = "camera";

  public static final String DOMAIN = "domain";

  private final MeterRegistry registry;
  private final CappedTag cameras;
  private final CappedTag domains;
  private final List<Consumer<String>> domainEntered = new CopyOnWriteArrayList<>();

  public BoundedMeters(MeterRegistry registry, LongSupplier nanoTime) {
    this.registry = registry;
    this.cameras =
        new CappedTag(CappedTag.USUAL, nanoTime, name -> {}, name -> remove(CAMERA, name));
    this.domains =
        new CappedTag(
            CappedTag.USUAL,
            nanoTime,
            name -> domainEntered.forEach(listener -> listener.accept(name)),
            name -> remove(DOMAIN, name));
  }

  public static BoundedMeters of(MeterRegistry registry) {
    return new BoundedMeters(registry, System::nanoTime);
  }

  /** Always distinguishes these, however many other names records have. */
  public void keepApart(Set<String> ofCameras, Set<String> ofDomains) {
    cameras.keep(ofCameras);
    domains.keep(ofDomains);
  }

  /**
   * Tells of each domain that takes a place, for the first time or again, on the thread that named
   * it: meters that are not set with every record are to be set again. The listener may not name
   * cameras or domains here. Configured domains take none.
   */
  public void whenDomainEnters(Consumer<String> listener) {
    domainEntered.add(listener);
  }

  public MeterRegistry registry() {
    return registry;
  }

  /** The name itself, or {@link CappedTag#OTHER}. */
  public String camera(String name) {
    return cameras.of(name);
  }

  /** The name itself, or {@link CappedTag#OTHER}. */
  public String domain(String name) {
    return domains.of(name);
  }

  private void remove(String tag, String name) {
    registry.getMeters().stream()
        .filter(meter -> name.equals(meter.getId().getTag(tag)))
        .forEach(registry::remove);
  }
}
