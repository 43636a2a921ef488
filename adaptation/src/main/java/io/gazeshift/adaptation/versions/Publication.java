package io.gazeshift.adaptation.versions;

import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.HeadModel;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A version that is about to be published: sealed and, if there is a key, signed. Send all of its
 * records in one transaction.
 */
public record Publication(HeadModel head) {

  public String domain() {
    return head.getDomain();
  }

  public long version() {
    return head.getVersion();
  }

  /** The active head first, then its history entry, then the tombstone of the oldest version. */
  public List<ProducerRecord<String, byte[]>> records() {
    List<ProducerRecord<String, byte[]>> records = new ArrayList<>();
    records.add(new ProducerRecord<>(Topics.MODELS.name(), domain(), encoded()));
    records.add(place());
    if (version() > HeadVersions.KEPT) {
      records.add(history(version() - HeadVersions.KEPT, null));
    }
    return List.copyOf(records);
  }

  /** Its history entry alone. */
  public ProducerRecord<String, byte[]> place() {
    return history(version(), encoded());
  }

  private byte[] encoded() {
    return RecordType.HEAD_MODEL.encode(head);
  }

  private ProducerRecord<String, byte[]> history(long version, byte @Nullable [] value) {
    return new ProducerRecord<>(
        Topics.MODELS_HISTORY.name(), HistoryKey.of(domain(), version).text(), value);
  }
}
