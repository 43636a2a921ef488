package io.gazeshift.adaptation.publish;

import io.gazeshift.adaptation.versions.Publication;
import io.gazeshift.glsge.head.Head;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** The heads in force and the way to a new one. For one thread. */
public interface Heads extends AutoCloseable {

  /**
   * What is in force for a domain, and whether it may be replaced.
   *
   * @param restored whether somebody went back to it
   */
  record Facts(long version, long parentVersion, boolean pinned, boolean restored, String author) {}

  /** Notices what has been published since. */
  void refresh();

  /** As of the last {@link #refresh}. */
  Facts facts(String domain);

  /**
   * The head of {@link #facts}, or the source head where the domain has none for this backbone.
   *
   * @throws io.gazeshift.common.UserError where it cannot be used
   */
  Head load(String domain);

  /**
   * The head that runs start from: the last in the line of {@link #load} that adaptation did not
   * make. That is the source head, or one that a person has published.
   *
   * @throws io.gazeshift.common.UserError where it cannot be used
   */
  Head origin(String domain);

  /**
   * An earlier head of a domain; 0 is the source head.
   *
   * @throws io.gazeshift.common.UserError where it is not kept any more, or cannot be used
   */
  Head load(String domain, long version);

  /** An earlier head once more, as the next version; 0 is the source head. */
  Publication restore(String domain, long version, String summary);

  /**
   * The next version of a domain.
   *
   * @param parentVersion the head it takes the place of
   */
  Publication publication(String domain, Head head, long parentVersion, String summary);

  /**
   * Whether a head that was published came into force, and not somebody else's of the same version.
   * Refreshes.
   *
   * @param place of its record in gaze.models
   */
  boolean isActive(Publication published, RecordMetadata place);

  /**
   * What publishes the head in force once more, as the next version, where a later record hides it
   * from whoever starts after compaction, and gives it its place in the history back; nothing where
   * none does.
   */
  List<ProducerRecord<String, byte[]>> mending(String domain);

  @Override
  void close();
}
