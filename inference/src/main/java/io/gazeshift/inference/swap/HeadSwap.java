package io.gazeshift.inference.swap;

import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.inference.heads.ActiveHeads;
import io.gazeshift.inference.heads.VersionedHead;
import io.gazeshift.protocol.RecordType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Activates published heads, one record after another. A rejected head leaves the previous one
 * active and is reported. For one thread.
 */
public final class HeadSwap {

  /** Listener for rejected heads. */
  public interface Rejections {
    void rejected(
        ConsumerRecord<String, byte[]> record, long activeVersion, RejectedHeadException rejection);
  }

  private static final Logger log = LoggerFactory.getLogger(HeadSwap.class);

  private final HeadVerifier verifier;
  private final ActiveHeads heads;
  private final Rejections rejections;
  private final HeadMeters meters;

  public HeadSwap(
      HeadVerifier verifier, ActiveHeads heads, Rejections rejections, BoundedMeters bounded) {
    this.verifier = verifier;
    this.heads = heads;
    this.rejections = rejections;
    this.meters = new HeadMeters(bounded, heads);
  }

  void apply(ConsumerRecord<String, byte[]> record) {
    try (MDC.MDCCloseable context = MDC.putCloseable("domain", record.key())) {
      apply(record.key(), record);
    }
  }

  private void apply(String domain, ConsumerRecord<String, byte[]> record) {
    long activeVersion = heads.headFor(domain).version();
    try {
      VersionedHead head = verifier.verify(domain, record.value(), activeVersion);
      heads.swap(domain, head);
      meters.swapped(RecordType.HEAD_MODEL.decode(record.value()));
      try (MDC.MDCCloseable context = MDC.putCloseable("version", "" + head.version())) {
        log.info(
            "domain {}: head {} is active now, replacing {}",
            domain,
            head.version(),
            activeVersion);
      }
    } catch (RejectedHeadException e) {
      meters.rejected(e.reason());
      log.warn(
          "domain {}: rejected ({}): {}; {}",
          domain,
          e.reason(),
          e.getMessage(),
          stays(activeVersion));
      rejections.rejected(record, activeVersion, e);
    }
  }

  /** Compaction keeps the newest record of a domain, valid or not. */
  private static String stays(long activeVersion) {
    return activeVersion == VersionedHead.SOURCE_VERSION
        ? "the source head stays active"
        : ("head %d stays active, but a new process will not find it once the topic is"
                + " compacted: publish it again")
            .formatted(activeVersion);
  }
}
