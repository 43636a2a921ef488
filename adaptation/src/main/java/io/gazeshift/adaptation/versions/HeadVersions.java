package io.gazeshift.adaptation.versions;

import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.inference.heads.HeadTopicReader;
import io.gazeshift.inference.heads.HeadTopicReader.Place;
import io.gazeshift.inference.heads.VersionedHead;
import io.gazeshift.inference.keys.HeadSeal;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.HeadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The published head versions of each domain. It keeps the records without their layers, which are
 * read from the topic on demand, as is the history. As in inference, a version becomes active if it
 * is higher than all before it; records without a trusted signature or without a value are ignored.
 * For one thread.
 */
public final class HeadVersions implements AutoCloseable {

  /** How many versions of a domain are kept for a rollback. */
  public static final int KEPT = 20;

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final NavigableMap<Long, Place> NOWHERE = Collections.emptyNavigableMap();
  private static final Logger log = LoggerFactory.getLogger(HeadVersions.class);

  /** Listener for records of gaze.models that are no valid versions. */
  public interface Ignored {

    /** Does nothing. */
    Ignored UNNOTICED = reason -> {};

    void ignored(BadRecordException.Reason reason);
  }

  private final TrustedKeys keys;
  private final Ignored ignored;
  private final Function<HeadModel, Optional<String>> rejection;
  private final HeadTopicReader models;
  private final HeadTopicReader history;
  private final SortedMap<String, Active> current = new TreeMap<>();

  /** The highest valid version of gaze.models, used or not. */
  private final Map<String, Long> highest = new TreeMap<>();

  private final Map<String, NavigableMap<Long, Place>> places = new TreeMap<>();

  /** Positions in gaze.models of versions that were active; the first of two with one number. */
  private final Map<String, NavigableMap<Long, Place>> first = new TreeMap<>();

  /** A record without its layers. */
  private record Active(HeadModel facts, boolean isNewestRecord) {}

  /** Nothing is read yet; see {@link #refresh}. */
  public HeadVersions(KafkaAccess kafka, TrustedKeys keys) {
    this(kafka, keys, Ignored.UNNOTICED);
  }

  /** As above, and tells of every record that it ignores. */
  public HeadVersions(KafkaAccess kafka, TrustedKeys keys, Ignored ignored) {
    this(kafka, keys, ignored, head -> Optional.empty());
  }

  /**
   * As above, but a version that inference would reject is neither active nor listed. Its number is
   * used up: readers that do not know why it is rejected take it for a version.
   *
   * @param rejection why inference would reject a valid version; empty if it would use it
   */
  public HeadVersions(
      KafkaAccess kafka,
      TrustedKeys keys,
      Ignored ignored,
      Function<HeadModel, Optional<String>> rejection) {
    this.keys = keys;
    this.ignored = ignored;
    this.rejection = rejection;
    this.models = HeadTopicReader.asked(kafka, Topics.MODELS);
    try {
      this.history = HeadTopicReader.asked(kafka, Topics.MODELS_HISTORY);
    } catch (RuntimeException e) {
      models.close();
      throw e;
    }
  }

  /** Reads what has been published since the last call. */
  public void refresh() {
    models.readToEnd(this::note);
  }

  /**
   * Reads up to and including a record of gaze.models that was sent in a transaction: a commit is
   * acknowledged shortly before its records become readable.
   */
  public void refreshPast(RecordMetadata sent) {
    models.readPast(Place.of(sent), PATIENCE, this::note);
  }

  /** The domains that have a head of their own. */
  public SortedSet<String> domains() {
    return Collections.unmodifiableSortedSet(new TreeSet<>(current.keySet()));
  }

  /** The record of the active head without its layers; empty means the source head. */
  public Optional<HeadModel> current(String domain) {
    return Optional.ofNullable(current.get(domain)).map(Active::facts);
  }

  /**
   * As {@link #current}.
   *
   * @throws UserError if the domain has no head of its own
   */
  public HeadModel require(String domain) {
    return current(domain)
        .orElseThrow(
            () ->
                new UserError(
                    "%s: has no head for domain '%s', %s"
                        .formatted(
                            Topics.MODELS.name(),
                            domain,
                            current.isEmpty()
                                ? "nor for any other; every domain uses the source head"
                                : "only for " + String.join(", ", current.keySet()))));
  }

  /** Whether exactly this version is active, and not another of the same number. */
  public boolean isActive(HeadModel head) {
    return current(head.getDomain()).filter(facts(head)::equals).isPresent();
  }

  /**
   * Whether the topic's newest record of a domain is the active head. It is not if an old record
   * was replayed or two publishers raced. Then a process that starts after compaction finds another
   * head than the running ones; publishing the active head again repairs this.
   */
  public boolean isNewestRecord(String domain) {
    return Optional.ofNullable(current.get(domain)).map(Active::isNewestRecord).orElse(true);
  }

  /** The highest version of a domain that is still on record; 0 if it has none. */
  long newest(String domain) {
    long published = highest.getOrDefault(domain, 0L);
    for (long version : versionsOf(domain).descendingSet()) {
      if (version <= published || stored(domain, version).isPresent()) {
        return Math.max(version, published);
      }
    }
    return published;
  }

  /** The records of all kept versions without layers, newest first. */
  public List<HeadModel> versions(String domain) {
    List<HeadModel> all = new ArrayList<>();
    for (long version : versionsOf(domain).descendingSet()) {
      find(domain, version).map(HeadVersions::facts).ifPresent(all::add);
    }
    return all;
  }

  /** A version with its layers. */
  public Optional<HeadModel> find(String domain, long version) {
    return stored(domain, version).filter(head -> rejection.apply(head).isEmpty());
  }

  private Optional<HeadModel> stored(String domain, long version) {
    return load(models, first.getOrDefault(domain, NOWHERE), domain, version)
        .or(() -> load(history, historyOf(domain), domain, version));
  }

  private Optional<HeadModel> load(
      HeadTopicReader from, NavigableMap<Long, Place> where, String domain, long version) {
    return Optional.ofNullable(where.get(version))
        .flatMap(from::at)
        .flatMap(record -> believed(domain, record, Ignored.UNNOTICED))
        .filter(head -> head.getVersion() == version);
  }

  /**
   * As {@link #find}.
   *
   * @throws UserError if it is not kept any more, or inference would reject it
   */
  public HeadModel require(String domain, long version) {
    HeadModel head =
        stored(domain, version)
            .orElseThrow(
                () ->
                    new UserError(
                        "%s: domain '%s' has no version %d; %s"
                            .formatted(
                                Topics.MODELS_HISTORY.name(), domain, version, existing(domain))));
    Optional<String> reason = rejection.apply(head);
    if (reason.isPresent()) {
      throw new UserError(
          "domain '%s': %s, so inference would reject it; choose another version"
              .formatted(domain, reason.get()));
    }
    return head;
  }

  private String existing(String domain) {
    NavigableMap<Long, Place> known = historyOf(domain);
    NavigableSet<Long> all = versionsOf(domain);
    if (all.isEmpty()) {
      return "it has none, but these have: "
          + (current.isEmpty() ? "no domain" : String.join(", ", current.keySet()));
    }
    return "it has %s (the last %d are kept%s)"
        .formatted(
            String.join(", ", all.stream().map(String::valueOf).toList()),
            KEPT,
            known.isEmpty() ? "; its history is empty" : "");
  }

  private NavigableSet<Long> versionsOf(String domain) {
    TreeSet<Long> all = new TreeSet<>(historyOf(domain).keySet());
    current(domain).map(HeadModel::getVersion).ifPresent(all::add);
    return all;
  }

  private NavigableMap<Long, Place> historyOf(String domain) {
    history.readToEnd(this::place);
    return places.getOrDefault(domain, NOWHERE);
  }

  private void place(ConsumerRecord<String, byte[]> record) {
    HistoryKey.parse(record.key())
        .ifPresent(
            key -> {
              NavigableMap<Long, Place> own =
                  places.computeIfAbsent(key.domain(), domain -> new TreeMap<>());
              if (record.value() == null) {
                own.remove(key.version());
              } else {
                own.put(key.version(), Place.of(record));
              }
            });
  }

  private void note(ConsumerRecord<String, byte[]> record) {
    String domain = record.key();
    Active before = current.get(domain);
    Optional<HeadModel> valid = believed(domain, record, ignored);
    valid.ifPresent(head -> highest.merge(domain, head.getVersion(), Math::max));
    Optional<HeadModel> head = valid.filter(found -> isUsed(record, found));
    if (head.isPresent() && isHigher(head.get(), before)) {
      current.put(domain, new Active(facts(head.get()), true));
      NavigableMap<Long, Place> own = first.computeIfAbsent(domain, key -> new TreeMap<>());
      own.put(head.get().getVersion(), Place.of(record));
      if (own.size() > KEPT) {
        own.pollFirstEntry();
      }
    } else if (before != null) {
      current.put(domain, new Active(before.facts, false));
    }
  }

  private boolean isUsed(ConsumerRecord<String, byte[]> record, HeadModel head) {
    Optional<String> reason = rejection.apply(head);
    reason.ifPresent(
        why -> log.warn("{}, offset {}: not used: {}", record.topic(), record.offset(), why));
    return reason.isEmpty();
  }

  private static boolean isHigher(HeadModel head, @Nullable Active before) {
    return before == null || head.getVersion() > before.facts.getVersion();
  }

  /** The head of a record, if its signature is trusted. */
  private Optional<HeadModel> believed(
      String domain, ConsumerRecord<String, byte[]> record, Ignored told) {
    if (record.value() == null) {
      return Optional.empty();
    }
    try {
      HeadModel head = RecordType.HEAD_MODEL.decode(record.value());
      Optional<String> problem =
          head.getDomain().equals(domain)
              ? problem(head)
              : Optional.of(
                  "it stands under the key of '%s' and is for '%s'"
                      .formatted(domain, head.getDomain()));
      if (problem.isEmpty()) {
        return Optional.of(head);
      }
      log.warn("{}, offset {}: ignored: {}", record.topic(), record.offset(), problem.get());
      told.ignored(BadRecordException.Reason.INVALID);
    } catch (BadRecordException e) {
      log.warn("{}, offset {}: ignored: {}", record.topic(), record.offset(), e.getMessage());
      told.ignored(e.reason());
    }
    return Optional.empty();
  }

  /** Why a record is not a valid version; empty if it is one. */
  public Optional<String> problem(HeadModel head) {
    if (!VersionedHead.isPossible(head.getVersion())) {
      return Optional.of(
          "%s is not a possible version number; versions go from 1 to %d"
              .formatted(Long.toUnsignedString(head.getVersion()), VersionedHead.LAST_VERSION));
    }
    if (!HeadSeal.sha256(head).equals(head.getSha256())) {
      return Optional.of("its layers do not match its SHA-256");
    }
    if (keys.requireSignature() && !keys.vouchFor(head)) {
      return Optional.of("no key of infer.trusted-keys has signed it");
    }
    return Optional.empty();
  }

  /** A copy of a record without its layers. */
  public static HeadModel facts(HeadModel head) {
    return head.toBuilder().clearLayers().clearSchemaVersion().clearRecordBytes().build();
  }

  @Override
  public void close() {
    try (models) {
      history.close();
    }
  }
}
