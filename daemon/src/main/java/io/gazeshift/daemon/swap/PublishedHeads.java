package io.gazeshift.daemon.swap;

import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.keys.HeadSeal;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.HeadModel;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The newest record of each domain, read once: for a command that asks, not for inference. */
public final class PublishedHeads {

  private final SortedMap<String, byte[]> newest;

  private PublishedHeads(SortedMap<String, byte[]> newest) {
    this.newest = newest;
  }

  /** Reads gaze.models from its beginning to where it ends now. */
  public static PublishedHeads read(KafkaAccess kafka) {
    SortedMap<String, byte[]> newest = new TreeMap<>();
    try (ModelsReader reader = new ModelsReader(kafka, Map.of())) {
      reader.readToEnd(
          record -> {
            if (record.value() == null) {
              newest.remove(record.key());
            } else {
              newest.put(record.key(), record.value());
            }
          });
    }
    return new PublishedHeads(newest);
  }

  /** The domains that have a head of their own. */
  public SortedSet<String> domains() {
    return Collections.unmodifiableSortedSet(new TreeSet<>(newest.keySet()));
  }

  /**
   * The newest record of a domain.
   *
   * @throws UserError where it cannot be read
   */
  public Optional<HeadModel> of(String domain) {
    try {
      return Optional.ofNullable(newest.get(domain)).map(RecordType.HEAD_MODEL::decode);
    } catch (BadRecordException e) {
      throw new UserError(
          "%s: the newest record of domain '%s' cannot be read: %s"
              .formatted(Topics.MODELS.name(), domain, e.getMessage()),
          e);
    }
  }

  /**
   * The head of a record, with the fingerprint of its backbone.
   *
   * @throws UserError where its layers make no head or do not hash to what the record says
   */
  public static HeadFile head(HeadModel record) {
    try {
      if (!HeadSeal.sha256(record).equals(record.getSha256())) {
        throw new IllegalArgumentException("its layers do not match its SHA-256");
      }
      if (!HeadRecords.isFinite(record)) {
        throw new IllegalArgumentException("it has a weight that is not finite");
      }
      return new HeadFile(HeadRecords.head(record), record.getBackboneFingerprint());
    } catch (IllegalArgumentException e) {
      throw new UserError(
          "%s: head %s of domain '%s' cannot be used: %s"
              .formatted(
                  Topics.MODELS.name(),
                  Long.toUnsignedString(record.getVersion()),
                  record.getDomain(),
                  e.getMessage()),
          e);
    }
  }
}
