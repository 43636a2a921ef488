package io.gazeshift.adaptation.publish;

import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.common.kafka.CommitAbortedException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** An outbox without a broker. */
public final class InMemoryOutbox implements Outbox {

  private final InMemoryHeads heads;
  private final List<AdaptationEvent> events = new ArrayList<>();
  private Runnable beforeNextSend = () -> {};
  private Optional<KafkaException> headProblem = Optional.empty();
  private int aborts;

  public InMemoryOutbox(InMemoryHeads heads) {
    this.heads = heads;
  }

  /** The next transactions are aborted. */
  public void abortNext(int transactions) {
    aborts = transactions;
  }

  /** Transactions with a head are rejected for this reason, whenever they are tried. */
  public void rejectHeads(KafkaException problem) {
    headProblem = Optional.of(problem);
  }

  /** Something happens just before the next transaction is written. */
  public void beforeNextSend(Runnable action) {
    beforeNextSend = action;
  }

  @Override
  public List<RecordMetadata> send(
      OwnedPartition partition, List<ProducerRecord<String, byte[]>> records) {
    if (aborts > 0) {
      aborts--;
      throw new CommitAbortedException(new KafkaException("a rebalance"));
    }
    if (headProblem.isPresent()
        && records.stream().anyMatch(record -> record.topic().equals(Topics.MODELS.name()))) {
      throw new CommitAbortedException(headProblem.get());
    }
    beforeNextSend.run();
    beforeNextSend = () -> {};
    List<RecordMetadata> positions = new ArrayList<>();
    for (ProducerRecord<String, byte[]> record : records) {
      if (record.topic().equals(Topics.MODELS.name())) {
        heads.commit(RecordType.HEAD_MODEL.decode(record.value()));
      } else if (record.topic().equals(Topics.ADAPTATIONS.name())) {
        events.add(RecordType.ADAPTATION_EVENT.decode(record.value()));
      }
      positions.add(
          new RecordMetadata(new TopicPartition(record.topic(), 0), positions.size(), 0, 0, 0, 0));
    }
    return positions;
  }

  public List<AdaptationEvent> events() {
    return events;
  }

  public List<Stage> stages() {
    return events.stream().map(AdaptationEvent::getStage).toList();
  }

  public AdaptationEvent last() {
    return events.get(events.size() - 1);
  }
}
