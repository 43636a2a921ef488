package io.gazeshift.adaptation.publish;

import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.versions.Publication;
import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.CommitAbortedException;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.v1.AdaptationEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes heads together with their events, and detects a head of the same version that was
 * published first. Transactions separate adaptation processes from each other, but not from a
 * person who uses a command. For the consumer's thread.
 */
public final class Publishing {

  private static final Logger log = LoggerFactory.getLogger(Publishing.class);

  private final Heads heads;
  private final Outbox outbox;

  public Publishing(Heads heads, Outbox outbox) {
    this.heads = heads;
    this.outbox = outbox;
  }

  /**
   * Publishes a head. If another head of the same version was first, the event was wrong: this
   * publishes the other head again, which repairs the topic, and writes the alternative event.
   *
   * @param event describes the head
   * @param otherwise makes the event for a head that did not become active, from the reason
   * @return the event that holds
   */
  public AdaptationEvent publish(
      OwnedPartition partition,
      Publication next,
      AdaptationEvent event,
      Function<String, AdaptationEvent> otherwise) {
    List<ProducerRecord<String, byte[]>> records = new ArrayList<>(next.records());
    records.add(Outbox.record(event));
    RecordMetadata position = outbox.send(partition, records).get(0);
    if (heads.isActive(next, position)) {
      return event;
    }
    Heads.Facts facts = heads.facts(next.domain());
    String why =
        "head %d did not become active: head %d, by %s, was published at the same moment"
            .formatted(next.version(), facts.version(), facts.author());
    log.atWarn()
        .addKeyValue("domain", next.domain())
        .addKeyValue("version", next.version())
        .log("domain {}: {}", next.domain(), why);
    AdaptationEvent actual = otherwise.apply(why);
    tell(partition, actual);
    return actual;
  }

  /**
   * Publishes something whose records may be impossible to write: too large, invalid, not permitted
   * or without a further version. Then it writes the failure instead, if that is possible.
   *
   * @param publication writes an event and returns it
   * @param failure makes the event for a failure, from the reason
   * @return the event that holds
   * @throws CommitAbortedException if nothing was written and a retry may succeed
   */
  public AdaptationEvent orFailure(
      OwnedPartition partition,
      Supplier<AdaptationEvent> publication,
      Function<String, AdaptationEvent> failure) {
    AdaptationEvent failed;
    try {
      return publication.get();
    } catch (CommitAbortedException e) {
      if (!e.isLasting()) {
        throw e;
      }
      failed = failure.apply(String.valueOf(e.getMessage()));
    } catch (BadRecordException | UserError e) {
      failed = failure.apply(String.valueOf(e.getMessage()));
    }
    try {
      outbox.send(partition, List.of(Outbox.record(failed)));
    } catch (CommitAbortedException | BadRecordException e) {
      log.atWarn()
          .addKeyValue("domain", failed.getDomain())
          .log(
              "domain {}: dropped the event of a failure that could not be written: {}",
              failed.getDomain(),
              e.getMessage());
    }
    return failed;
  }

  /**
   * Writes an event without a head. If it reports a failure, another head may have come first: then
   * this also repairs the order of heads in the topic where necessary.
   */
  public void tell(OwnedPartition partition, AdaptationEvent event) {
    List<ProducerRecord<String, byte[]>> records = new ArrayList<>();
    if (event.getStage() == AdaptationEvent.Stage.FAILED) {
      records.addAll(heads.mending(event.getDomain()));
    }
    records.add(Outbox.record(event));
    outbox.send(partition, records);
  }
}
