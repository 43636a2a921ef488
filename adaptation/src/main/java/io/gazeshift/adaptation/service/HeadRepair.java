package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.events.ContestedHeads;
import io.gazeshift.adaptation.publish.Heads;
import io.gazeshift.adaptation.publish.Outbox;
import io.gazeshift.common.kafka.CommitAbortedException;
import io.gazeshift.protocol.BadRecordException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes an active head again where two heads have the same version. A publisher that loses a
 * race repairs this itself, unless it dies first. So the owner of a partition looks once, when it
 * is assigned; looking again and again would let a client that replays records use up the history.
 * For the consumer's thread.
 */
final class HeadRepair {

  private static final Logger log = LoggerFactory.getLogger(HeadRepair.class);

  /** A person may publish at the same moment, or a rebalance abort the transaction. */
  private static final int MAX_ATTEMPTS = 5;

  private final AssignedDomains domains;
  private final Heads heads;
  private final Outbox outbox;
  private final ContestedHeads contested;

  /** How often each partition was looked at; {@link #MAX_ATTEMPTS} when nothing is left to do. */
  private final Map<OwnedPartition, Integer> attempts = new HashMap<>();

  HeadRepair(AssignedDomains domains, Heads heads, Outbox outbox, ContestedHeads contested) {
    this.domains = domains;
    this.heads = heads;
    this.outbox = outbox;
    this.contested = contested;
  }

  /**
   * Looks at the partitions that are new. Heads and events have been read.
   *
   * @param partitions the number of partitions of gaze.features
   */
  void proceed(int partitions) {
    List<OwnedPartition> owned = domains.partitions();
    attempts.keySet().retainAll(owned);
    for (OwnedPartition partition : owned) {
      int before = attempts.getOrDefault(partition, 0);
      if (before < MAX_ATTEMPTS) {
        boolean whole = damaged(partition, partitions).stream().allMatch(d -> repair(partition, d));
        attempts.put(partition, whole ? MAX_ATTEMPTS : before + 1);
      }
    }
  }

  private List<String> damaged(OwnedPartition partition, int partitions) {
    List<String> damaged = new ArrayList<>();
    for (String domain : heads.domains()) {
      if (RequestHandler.partitionOf(domain, partitions) == partition.number()
          && (heads.isHidden(domain)
              || contested.isContested(domain, heads.facts(domain).version()))) {
        damaged.add(domain);
      }
    }
    return damaged;
  }

  /** Returns whether there is nothing left to repair in this domain. */
  private boolean repair(OwnedPartition partition, String domain) {
    long version = heads.facts(domain).version();
    try {
      List<ProducerRecord<String, byte[]>> records = heads.again(domain);
      if (records.isEmpty()) {
        return true;
      }
      heads.refreshPast(outbox.send(partition, records).get(0));
      log.atWarn()
          .addKeyValue("domain", domain)
          .addKeyValue("version", version)
          .log(
              "domain {}: two heads had version {}; published the active one again as head {}",
              domain,
              version,
              heads.facts(domain).version());
      return !heads.isHidden(domain);
    } catch (CommitAbortedException | BadRecordException e) {
      log.atWarn()
          .addKeyValue("domain", domain)
          .addKeyValue("version", version)
          .log(
              "domain {}: two heads have version {}, and the active one could not be published"
                  + " again: {}",
              domain,
              version,
              e.getMessage());
      return false;
    }
  }
}
