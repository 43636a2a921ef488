package io.gazeshift.inference.swap;

import io.gazeshift.common.metrics.CappedTag;
import io.gazeshift.common.metrics.CounterSpec;
import io.gazeshift.common.metrics.GaugeSpec;
import io.gazeshift.common.metrics.Levels;
import io.gazeshift.common.metrics.MeterSpec;
import io.gazeshift.inference.heads.HeadRegistry;
import io.gazeshift.protocol.v1.HeadModel;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;

/** What a process tells about the heads that predict in it. For one thread. */
public final class HeadMeters {

  public static final GaugeSpec HEADS =
      GaugeSpec.of("gazeshift.infer.heads", "Domains that have a head of their own");
  public static final CounterSpec SWAPS =
      CounterSpec.of("gazeshift.infer.head.swaps", "Published heads that were put in force");
  public static final CounterSpec REFUSED =
      CounterSpec.of(
          "gazeshift.infer.head.rejected", "Published heads that were not put in force", "reason");
  public static final CounterSpec RESTORED =
      CounterSpec.of(
          "gazeshift.infer.head.restored",
          "Heads put in force that go back to an earlier version, by who asked for it: service"
              + " (an automatic rollback) or person",
          "domain",
          "author");
  public static final GaugeSpec VERSION =
      GaugeSpec.of(
          "gazeshift.infer.head.version", "Version of the head in force for a domain", "domain");
  public static final GaugeSpec CREATED =
      GaugeSpec.seconds(
          "gazeshift.infer.head.created",
          "When the head in force was made, in seconds since 1970; its age is time() minus this",
          "domain");

  public static final List<MeterSpec> ALL =
      List.of(HEADS, SWAPS, REFUSED, RESTORED, VERSION, CREATED);

  private static final String SERVICE = "service";
  private static final String PERSON = "person";

  private final MeterRegistry registry;
  private final Counter swaps;
  private final Levels versions;
  private final Levels created;
  private final CappedTag domains = new CappedTag(CappedTag.USUAL);

  HeadMeters(MeterRegistry registry, HeadRegistry heads) {
    this.registry = registry;
    this.swaps = SWAPS.in(registry);
    this.versions = new Levels(VERSION, registry);
    this.created = new Levels(CREATED, registry);
    HEADS.in(registry, heads::size);
  }

  void swapped(HeadModel head) {
    swaps.increment();
    String domain = domains.of(head.getDomain());
    // Both are there from a domain's first head on: a counter that is new has not grown yet.
    Counter byService = RESTORED.in(registry, domain, SERVICE);
    Counter byPerson = RESTORED.in(registry, domain, PERSON);
    if (head.hasRestoredVersion()) {
      (head.getAuthor().startsWith(SERVICE) ? byService : byPerson).increment();
    }
    if (!domain.equals(CappedTag.OTHER)) {
      versions.set((double) head.getVersion(), domain);
      created.set(head.getCreatedMicros() / 1e6, domain);
    }
  }

  void refused(RefusedHeadException.Reason reason) {
    REFUSED.in(registry, reason.name()).increment();
  }
}
