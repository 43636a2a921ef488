package io.gazeshift.inference.swap;

import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.common.metrics.CappedTag;
import io.gazeshift.common.metrics.CounterSpec;
import io.gazeshift.common.metrics.GaugeSpec;
import io.gazeshift.common.metrics.MeterSpec;
import io.gazeshift.common.metrics.TaggedGauges;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.protocol.v1.HeadModel;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The meters of a process's active heads. Thread-safe. */
public final class HeadMeters {

  public static final GaugeSpec HEADS =
      GaugeSpec.of("gazeshift.infer.heads", "Domains with a head of their own");
  public static final CounterSpec SWAPS =
      CounterSpec.of("gazeshift.infer.head.swaps", "Published heads that became active");
  public static final CounterSpec REJECTED =
      CounterSpec.of(
          "gazeshift.infer.head.rejected", "Published heads that were rejected", "reason");
  public static final CounterSpec RESTORED =
      CounterSpec.of(
          "gazeshift.infer.head.restored",
          "Activated heads that roll back to an earlier version, by origin: service"
              + " (automatic rollback) or person",
          "domain",
          "author");
  public static final GaugeSpec VERSION =
      GaugeSpec.of("gazeshift.infer.head.version", "Version of a domain's active head", "domain");
  public static final GaugeSpec CREATED =
      GaugeSpec.seconds(
          "gazeshift.infer.head.created",
          "Creation time of the active head, in seconds since 1970; its age is time()"
              + " minus this",
          "domain");

  public static final List<MeterSpec> ALL =
      List.of(HEADS, SWAPS, REJECTED, RESTORED, VERSION, CREATED);

  private static final String SERVICE = "service";
  private static final String PERSON = "person";

  private final BoundedMeters bounded;
  private final MeterRegistry registry;
  private final Counter swaps;
  // Set by one thread at a time, under the lock of this.
  private final TaggedGauges versions;
  private final TaggedGauges created;

  /** What the gauges show, also of domains that have no place among the meters now. */
  private final Map<String, Active> byDomain = new ConcurrentHashMap<>();

  /** The active head of a domain. */
  private record Active(long version, long createdMicros) {}

  HeadMeters(BoundedMeters bounded, ActiveHeads heads) {
    this.bounded = bounded;
    this.registry = bounded.registry();
    this.swaps = SWAPS.in(registry);
    this.versions = new TaggedGauges(VERSION, registry);
    this.created = new TaggedGauges(CREATED, registry);
    HEADS.in(registry, heads::size);
    bounded.whenDomainEnters(this::show);
  }

  void swapped(HeadModel head) {
    swaps.increment();
    byDomain.put(head.getDomain(), new Active(head.getVersion(), head.getCreatedMicros()));
    String domain = bounded.domain(head.getDomain());
    if (!domain.equals(CappedTag.OTHER)) {
      show(domain);
    }
    // Both are there from a domain's first head on: a counter that is new has not grown yet.
    Counter byService = RESTORED.in(registry, domain, SERVICE);
    Counter byPerson = RESTORED.in(registry, domain, PERSON);
    if (head.hasRestoredVersion()) {
      (head.getAuthor().startsWith(SERVICE) ? byService : byPerson).increment();
    }
  }

  /** Without a place its series were dropped, and the next head may be weeks away. */
  private synchronized void show(String domain) {
    Active active = byDomain.get(domain);
    if (active != null) {
      versions.set((double) active.version, domain);
      created.set(active.createdMicros / 1e6, domain);
      RESTORED.in(registry, domain, SERVICE);
      RESTORED.in(registry, domain, PERSON);
    }
  }

  void rejected(RejectedHeadException.Reason reason) {
    REJECTED.in(registry, reason.name()).increment();
  }
}
