package io.gazeshift.adaptation.publish;

import io.gazeshift.adaptation.versions.Publication;
import io.gazeshift.glsge.head.Head;
import java.util.List;
import java.util.SortedSet;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** The active heads, and how to make the next one. For one thread. */
public interface Heads extends AutoCloseable {

  /**
   * The active head of a domain, and whether it may be replaced.
   *
   * @param restored whether it is an earlier head, published again
   */
  record Facts(long version, long parentVersion, boolean pinned, boolean restored, String author) {}

  /** Reads what has been published since the last call. */
  void refresh();

  /**
   * The same, up to and including a record of gaze.models that was just written: a commit is
   * acknowledged shortly before its records become readable.
   */
  void refreshPast(RecordMetadata position);

  /** As of the last {@link #refresh}. */
  Facts facts(String domain);

  /** The domains that have a head of their own, as of the last {@link #refresh}. */
  SortedSet<String> domains();

  /** Whether compaction would replace the active head of a domain by a later record. */
  boolean isHidden(String domain);

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

  /** An earlier head as the next version; 0 is the source head. */
  Publication restore(String domain, long version, String summary);

  /**
   * The next version of a domain.
   *
   * @param parentVersion the head it replaces
   */
  Publication publication(String domain, Head head, long parentVersion, String summary);

  /**
   * Whether a published head became active, and not another one of the same version. Refreshes.
   *
   * @param position of its record in gaze.models
   */
  boolean isActive(Publication published, RecordMetadata position);

  /**
   * Records that repair the topic if the active head {@link #isHidden}. Refreshes; empty if no
   * repair is needed or possible.
   */
  List<ProducerRecord<String, byte[]>> mending(String domain);

  /**
   * Records that publish the active head again as the next version, and restore its entry in the
   * history. Empty if that is not possible.
   */
  List<ProducerRecord<String, byte[]>> again(String domain);

  @Override
  void close();
}
