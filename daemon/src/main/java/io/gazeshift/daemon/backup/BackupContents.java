package io.gazeshift.daemon.backup;

import io.gazeshift.adaptation.glance.GlanceStore;
import io.gazeshift.adaptation.versions.HeadVersions;
import io.gazeshift.adaptation.versions.Publication;
import io.gazeshift.common.UserError;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.HeadModel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a backup holds, without layers and features: all of it was read and checked once.
 *
 * @param heads by domain
 * @param glances how many
 */
record BackupContents(SortedMap<String, Heads> heads, int glances) {

  /**
   * The head in force of a domain, and what is said of the versions before it.
   *
   * @param earlier by version
   */
  record Heads(HeadModel inForce, Map<Long, HeadModel> earlier) {

    boolean know(HeadModel head) {
      return head.equals(inForce) || head.equals(earlier.get(head.getVersion()));
    }
  }

  /** Whoever takes what stands in a backup, in its order. */
  interface Taker {

    /** A version that is only in the history. */
    void earlier(HeadModel head);

    void inForce(HeadModel head);

    void glance(CalibrationGlance glance);
  }

  /**
   * Reads all of it.
   *
   * @param believer says which heads inference would take
   * @throws UserError where anything in it could not be restored
   */
  static BackupContents read(Path file, HeadVersions believer) {
    Collecting all = new Collecting();
    handOver(file, believer, all);
    return all.contents(file);
  }

  /** As {@link #read}, with layers and features, one after the other. */
  static void handOver(Path file, HeadVersions believer, Taker taker) {
    BackupReader.read(
        file,
        record -> {
          try {
            handOver(record, believer, taker);
          } catch (BadRecordException | UnusableException e) {
            throw refusal(file, record, e.getMessage());
          }
        });
  }

  private static void handOver(BackupRecord record, HeadVersions believer, Taker taker) {
    if (record.topic().equals(Topics.CALIBRATION.name())) {
      CalibrationGlance glance = RecordType.CALIBRATION_GLANCE.decode(record.value());
      requireKey(record, GlanceStore.record(glance).key());
      taker.glance(glance);
      return;
    }
    boolean inForce = record.topic().equals(Topics.MODELS.name());
    if (!inForce && !record.topic().equals(Topics.MODELS_HISTORY.name())) {
      throw new UnusableException("this program does not save that topic");
    }
    HeadModel head = RecordType.HEAD_MODEL.decode(record.value());
    requireKey(record, inForce ? head.getDomain() : new Publication(head).place().key());
    believer
        .problem(head)
        .ifPresent(
            problem -> {
              throw new UnusableException(problem);
            });
    if (inForce) {
      taker.inForce(head);
    } else {
      taker.earlier(head);
    }
  }

  private static void requireKey(BackupRecord record, String key) {
    if (!record.key().equals(key)) {
      throw new UnusableException("its key should be " + BackupRecord.printable(key));
    }
  }

  private static UserError refusal(Path file, BackupRecord record, String problem) {
    return new UserError(
        "%s: %s of %s cannot be restored: %s"
            .formatted(
                file,
                BackupRecord.printable(record.key()),
                BackupRecord.printable(record.topic()),
                problem));
  }

  private static final class UnusableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnusableException(String message) {
      super(message);
    }
  }

  private static final class Collecting implements Taker {

    private final SortedMap<String, HeadModel> inForce = new TreeMap<>();
    private final Map<String, Map<Long, HeadModel>> earlier = new HashMap<>();
    private int glances;

    @Override
    public void earlier(HeadModel head) {
      earlier
          .computeIfAbsent(head.getDomain(), domain -> new HashMap<>())
          .put(head.getVersion(), HeadVersions.facts(head));
    }

    @Override
    public void inForce(HeadModel head) {
      if (inForce.put(head.getDomain(), HeadVersions.facts(head)) != null) {
        throw new UnusableException("the domain has another head in force already");
      }
    }

    @Override
    public void glance(CalibrationGlance glance) {
      glances++;
    }

    BackupContents contents(Path file) {
      if (!inForce.keySet().containsAll(earlier.keySet())) {
        earlier.keySet().removeAll(inForce.keySet());
        throw new UserError(
            "%s: has earlier heads of %s, but none in force".formatted(file, earlier.keySet()));
      }
      SortedMap<String, Heads> heads = new TreeMap<>();
      inForce.forEach(
          (domain, head) ->
              heads.put(
                  domain, new Heads(head, Map.copyOf(earlier.getOrDefault(domain, Map.of())))));
      return new BackupContents(heads, glances);
    }
  }
}
