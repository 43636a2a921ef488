package io.gazeshift.trials.harness;

import io.gazeshift.inference.keys.HeadSeal;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.HeadModel;
import io.gazeshift.testing.TopicReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The heads of a cluster, read whole: every record whole and sealed, the versions of a domain
 * without a gap, and the active one also in the history.
 */
public final class HeadTopics {

  private final Map<String, HeadModel> active = new HashMap<>();
  private final Set<String> history = new HashSet<>();
  private final List<String> problems = new ArrayList<>();

  private HeadTopics() {}

  public static HeadTopics read(String bootstrap) {
    HeadTopics heads = new HeadTopics();
    TopicReader.readAll(bootstrap, Topics.MODELS_HISTORY.name()).forEach(heads::remember);
    TopicReader.readAll(bootstrap, Topics.MODELS.name()).forEach(heads::follow);
    heads.active.values().forEach(heads::compare);
    return heads;
  }

  public int domains() {
    return active.size();
  }

  public boolean intact() {
    return problems.isEmpty();
  }

  public List<String> problems() {
    return List.copyOf(problems);
  }

  private void remember(ConsumerRecord<String, byte[]> record) {
    if (record.value() == null) {
      return;
    }
    HeadModel head = sealed(record);
    if (head != null && !history.add(head.getDomain() + "@" + head.getVersion())) {
      problems.add(record.key() + " stands twice in the history");
    }
  }

  private void follow(ConsumerRecord<String, byte[]> record) {
    HeadModel head = sealed(record);
    if (head == null) {
      return;
    }
    HeadModel before = active.put(head.getDomain(), head);
    if (before != null && head.getVersion() <= before.getVersion()) {
      problems.add(
          "%s goes from %d to %d"
              .formatted(head.getDomain(), before.getVersion(), head.getVersion()));
    }
  }

  private HeadModel sealed(ConsumerRecord<String, byte[]> record) {
    try {
      HeadModel head = RecordType.HEAD_MODEL.decode(record.value());
      if (!HeadSeal.sha256(head).equals(head.getSha256())) {
        problems.add(record.key() + " is not what was sealed");
      }
      return head;
    } catch (BadRecordException e) {
      problems.add(record.key() + ": " + e.getMessage());
      return null;
    }
  }

  private void compare(HeadModel head) {
    for (long version = 1; version <= head.getVersion(); version++) {
      if (!history.contains(head.getDomain() + "@" + version)) {
        problems.add("%s@%d is not in the history".formatted(head.getDomain(), version));
      }
    }
  }
}
