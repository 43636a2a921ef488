package io.gazeshift.daemon.backup;

import io.gazeshift.adaptation.glance.GlanceRejection;
import io.gazeshift.adaptation.glance.GlanceRules;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The contents of a backup, read and checked, without layers and features.
 *
 * @param heads by domain
 * @param glances their number
 * @param rejectedGlances those that adaptation would not use
 */
record BackupContents(
    SortedMap<String, Heads> heads, int glances, List<GlanceRejection> rejectedGlances) {

  /**
   * The active head of a domain, and its earlier versions.
   *
   * @param earlier by version
   */
  record Heads(HeadModel active, Map<Long, HeadModel> earlier) {

    boolean know(HeadModel head) {
      return head.equals(active) || head.equals(earlier.get(head.getVersion()));
    }
  }

  /** Receives the contents of a backup in their order. */
  interface Visitor {

    /** An earlier version. */
    void earlier(HeadModel head);

    void active(HeadModel head);

    void glance(CalibrationGlance glance);
  }

  /**
   * Reads all of it.
   *
   * @param verifier knows which heads inference would accept
   * @param rules know which glances adaptation would use
   * @throws UserError if anything in it cannot be restored
   */
  static BackupContents read(Path file, HeadVersions verifier, GlanceRules rules) {
    Collecting all = new Collecting(rules);
    handOver(file, verifier, all);
    return all.contents(file);
  }

  /** As {@link #read}, but passes on every record with its layers and features. */
  static void handOver(Path file, HeadVersions verifier, Visitor visitor) {
    BackupReader.read(
        file,
        record -> {
          try {
            handOver(record, verifier, visitor);
          } catch (BadRecordException | UnusableException e) {
            throw rejection(file, record, e.getMessage());
          }
        });
  }

  private static void handOver(BackupRecord record, HeadVersions verifier, Visitor visitor) {
    if (record.topic().equals(Topics.CALIBRATION.name())) {
      CalibrationGlance glance = RecordType.CALIBRATION_GLANCE.decode(record.value());
      requireKey(record, GlanceStore.record(glance).key());
      visitor.glance(glance);
      return;
    }
    boolean active = record.topic().equals(Topics.MODELS.name());
    if (!active && !record.topic().equals(Topics.MODELS_HISTORY.name())) {
      throw new UnusableException("unknown topic");
    }
    HeadModel head = RecordType.HEAD_MODEL.decode(record.value());
    requireKey(record, active ? head.getDomain() : new Publication(head).place().key());
    verifier
        .problem(head)
        .ifPresent(
            problem -> {
              throw new UnusableException(problem);
            });
    if (active) {
      visitor.active(head);
    } else {
      visitor.earlier(head);
    }
  }

  private static void requireKey(BackupRecord record, String key) {
    if (!record.key().equals(key)) {
      throw new UnusableException("its key should be " + BackupRecord.printable(key));
    }
  }

  private static UserError rejection(Path file, BackupRecord record, String problem) {
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

  private static final class Collecting implements Visitor {

    private final SortedMap<String, HeadModel> active = new TreeMap<>();
    private final Map<String, Map<Long, HeadModel>> earlier = new HashMap<>();
    private final List<GlanceRejection> rejected = new ArrayList<>();
    private final GlanceRules rules;
    private int glances;

    Collecting(GlanceRules rules) {
      this.rules = rules;
    }

    @Override
    public void earlier(HeadModel head) {
      earlier
          .computeIfAbsent(head.getDomain(), domain -> new HashMap<>())
          .put(head.getVersion(), HeadVersions.facts(head));
    }

    @Override
    public void active(HeadModel head) {
      if (active.put(head.getDomain(), HeadVersions.facts(head)) != null) {
        throw new UnusableException("the domain already has an active head");
      }
    }

    @Override
    public void glance(CalibrationGlance glance) {
      glances++;
      rules.rejection(GlanceStore.record(glance).key(), glance).ifPresent(rejected::add);
    }

    BackupContents contents(Path file) {
      if (!active.keySet().containsAll(earlier.keySet())) {
        earlier.keySet().removeAll(active.keySet());
        throw new UserError(
            "%s: has earlier heads of %s, but no active one; use another backup"
                .formatted(file, earlier.keySet()));
      }
      SortedMap<String, Heads> heads = new TreeMap<>();
      active.forEach(
          (domain, head) ->
              heads.put(
                  domain, new Heads(head, Map.copyOf(earlier.getOrDefault(domain, Map.of())))));
      return new BackupContents(heads, glances, List.copyOf(rejected));
    }
  }
}
