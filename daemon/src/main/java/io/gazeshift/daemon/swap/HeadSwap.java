package io.gazeshift.daemon.swap;

import io.gazeshift.daemon.infer.HeadRegistry;
import io.gazeshift.daemon.infer.VersionedHead;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts published heads in force, one record after another. A refused head leaves the one before it
 * in force and is told of. For one thread.
 */
public final class HeadSwap {

  /** Is told of every refused head. */
  public interface Refusals {
    void refused(
        ConsumerRecord<String, byte[]> record, long versionInForce, RefusedHeadException refusal);
  }

  private static final Logger log = LoggerFactory.getLogger(HeadSwap.class);

  private final HeadVerifier verifier;
  private final HeadRegistry heads;
  private final Refusals refusals;
  private final MeterRegistry registry;
  private final Counter swaps;

  public HeadSwap(
      HeadVerifier verifier, HeadRegistry heads, Refusals refusals, MeterRegistry registry) {
    this.verifier = verifier;
    this.heads = heads;
    this.refusals = refusals;
    this.registry = registry;
    this.swaps =
        Counter.builder("gazeshift.infer.head.swaps")
            .description("Published heads that were put in force")
            .register(registry);
    Gauge.builder("gazeshift.infer.heads", heads, HeadRegistry::size)
        .description("Domains that have a head of their own")
        .register(registry);
  }

  void apply(ConsumerRecord<String, byte[]> record) {
    String domain = record.key();
    long inForce = heads.headFor(domain).version();
    try {
      VersionedHead head = verifier.verify(domain, record.value(), inForce);
      heads.swap(domain, head);
      swaps.increment();
      log.info(
          "domain {}: head {} predicts from now on, after {}", domain, head.version(), inForce);
    } catch (RefusedHeadException e) {
      Counter.builder("gazeshift.infer.head.refused")
          .description("Published heads that were not put in force")
          .tag("reason", e.reason().name())
          .register(registry)
          .increment();
      log.warn(
          "domain {}: refused ({}): {}; {}", domain, e.reason(), e.getMessage(), stays(inForce));
      refusals.refused(record, inForce, e);
    }
  }

  /** Compaction keeps the newest record of a domain, be it good or bad. */
  private static String stays(long inForce) {
    return inForce == VersionedHead.SOURCE_VERSION
        ? "the source head stays in force"
        : ("head %d stays in force, but a new process will not find it once the topic is compacted:"
                + " publish it again")
            .formatted(inForce);
  }
}
