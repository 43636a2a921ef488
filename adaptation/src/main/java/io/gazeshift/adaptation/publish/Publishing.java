package io.gazeshift.adaptation.publish;

import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.versions.Publication;
import io.gazeshift.protocol.v1.AdaptationEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes heads together with what is told of them, and notices where somebody else was first
 * with a head of the same version: transactions keep apart processes that adapt, but not a person
 * with a command. For the consumer's thread.
 */
public final class Publishing {

  private static final Logger log = LoggerFactory.getLogger(Publishing.class);

  private final Heads heads;
  private final Sending sending;

  /** Writes all of the records or none, see {@link Outbox#send}. */
  public interface Sending {
    List<RecordMetadata> send(
        OwnedPartition partition, List<ProducerRecord<String, byte[]>> records);
  }

  public Publishing(Heads heads, Sending sending) {
    this.heads = heads;
    this.sending = sending;
  }

  /**
   * Publishes a head. Where another of the same version was first, the event was not true: then
   * that other is published again, which mends the topic, and the truth is told.
   *
   * @param event tells of the head
   * @param otherwise what to tell where it did not come into force, with the reason
   * @return the event that is true
   */
  public AdaptationEvent publish(
      OwnedPartition partition,
      Publication next,
      AdaptationEvent event,
      Function<String, AdaptationEvent> otherwise) {
    List<ProducerRecord<String, byte[]>> records = new ArrayList<>(next.records());
    records.add(Outbox.record(event));
    RecordMetadata place = sending.send(partition, records).get(0);
    if (heads.isInForce(next, place)) {
      return event;
    }
    Heads.Facts facts = heads.facts(next.domain());
    String why =
        "head %d did not come into force: head %d, by %s, was published at the same moment"
            .formatted(next.version(), facts.version(), facts.author());
    log.atWarn()
        .addKeyValue("domain", next.domain())
        .addKeyValue("version", next.version())
        .log("domain {}: {}", next.domain(), why);
    AdaptationEvent truth = otherwise.apply(why);
    tell(partition, truth);
    return truth;
  }

  /**
   * An event without a head. With one about a run that came to nothing, for somebody else's head
   * perhaps, the order of heads in the topic is mended where it has to be.
   */
  public void tell(OwnedPartition partition, AdaptationEvent event) {
    List<ProducerRecord<String, byte[]>> records = new ArrayList<>();
    if (event.getStage() == AdaptationEvent.Stage.FAILED) {
      records.addAll(heads.mending(event.getDomain()));
    }
    records.add(Outbox.record(event));
    sending.send(partition, records);
  }
}
