package io.gazeshift.daemon.backup;

import io.gazeshift.adaptation.glance.GlanceRejection;
import io.gazeshift.adaptation.glance.GlanceRules;
import io.gazeshift.adaptation.glance.GlanceStore;
import io.gazeshift.adaptation.glance.Glances;
import io.gazeshift.adaptation.versions.HeadPublisher;
import io.gazeshift.adaptation.versions.HeadVersions;
import io.gazeshift.adaptation.versions.Publication;
import io.gazeshift.common.UserError;
import io.gazeshift.daemon.backup.BackupContents.Heads;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.HeadModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Restores a backup's heads and glances. A domain gets its heads only if it has none, or an earlier
 * one of the same backup; newer heads stay. Restoring twice changes nothing more.
 */
public final class ModelsRestore {

  /** What restoring does to a domain. */
  public enum Fate {
    /** The domain gets the backup's head. */
    RESTORED,
    /** The domain already has that head. */
    ALREADY_ACTIVE,
    /** The domain has a head that is not in the backup. */
    SKIPPED
  }

  /**
   * The plan for one domain.
   *
   * @param there the active version on the cluster; 0 if there is none
   * @param saved the version that was active when it was saved
   * @param earlier the number of earlier versions in the backup
   */
  public record DomainPlan(Fate fate, long there, long saved, int earlier) {}

  private final Path file;
  private final HeadVersions versions;
  private final GlanceRules rules;
  private final BackupContents contents;
  private final SortedMap<String, DomainPlan> plans = new TreeMap<>();

  /**
   * Reads the whole backup and compares it with what is published.
   *
   * @param versions read to their end; the caller keeps ownership
   * @param rules which glances adaptation would use
   * @throws UserError if it is damaged, or has heads that inference would reject
   */
  public ModelsRestore(Path file, HeadVersions versions, GlanceRules rules) {
    this.file = file;
    this.versions = versions;
    this.rules = rules;
    this.contents = BackupContents.read(file, versions, rules);
    contents.heads().forEach((domain, heads) -> plans.put(domain, plan(domain, heads)));
  }

  private DomainPlan plan(String domain, Heads heads) {
    Optional<HeadModel> there = versions.current(domain);
    Fate fate = Fate.SKIPPED;
    if (there.isEmpty()) {
      fate = Fate.RESTORED;
    } else if (heads.know(there.get())) {
      fate = there.get().equals(heads.active()) ? Fate.ALREADY_ACTIVE : Fate.RESTORED;
    }
    return new DomainPlan(
        fate,
        there.map(HeadModel::getVersion).orElse(0L),
        heads.active().getVersion(),
        heads.earlier().size());
  }

  /** By domain. */
  public SortedMap<String, DomainPlan> plans() {
    return new TreeMap<>(plans);
  }

  /** The number of glances in the backup. */
  public int glances() {
    return contents.glances();
  }

  /**
   * Those that adaptation would reject, and why. They are left out: a backup from before glances
   * were signed still has heads to restore.
   */
  public List<GlanceRejection> rejectedGlances() {
    return contents.rejectedGlances();
  }

  /**
   * Writes what is missing and returns the number of glances written. Each domain's active head is
   * written after its earlier versions.
   *
   * @param there the stored glances; one with the same id stays
   * @throws UserError if a head was published for a domain in the meantime
   */
  public int carryOut(HeadPublisher heads, GlanceStore store, Glances there) {
    Writing writing = new Writing(heads, store, there);
    BackupContents.handOver(file, versions, writing);
    return writing.written;
  }

  private boolean isForeign(CalibrationGlance glance) {
    return rules.rejection(GlanceStore.record(glance).key(), glance).isPresent();
  }

  private boolean isRestored(String domain) {
    DomainPlan plan = plans.get(domain);
    return plan != null && plan.fate() == Fate.RESTORED;
  }

  private final class Writing implements BackupContents.Visitor {

    private final HeadPublisher heads;
    private final GlanceStore store;
    private final Glances there;
    private int written;

    Writing(HeadPublisher heads, GlanceStore store, Glances there) {
      this.heads = heads;
      this.store = store;
      this.there = there;
    }

    @Override
    public void earlier(HeadModel head) {
      if (isRestored(head.getDomain())) {
        heads.keep(new Publication(head));
      }
    }

    @Override
    public void active(HeadModel head) {
      if (isRestored(head.getDomain())) {
        heads.publish(() -> unlessOvertaken(head));
      }
    }

    private Publication unlessOvertaken(HeadModel head) {
      versions.refresh();
      String domain = head.getDomain();
      Fate fate = plan(domain, contents.heads().get(domain)).fate();
      if (fate != Fate.RESTORED) {
        throw new UserError(
            "domain '%s': head %d was published in the meantime and stays active; stop"
                    .formatted(domain, versions.require(domain).getVersion())
                + " adaptation while you restore");
      }
      return new Publication(head);
    }

    @Override
    public void glance(CalibrationGlance glance) {
      if (isForeign(glance)) {
        return;
      }
      boolean kept =
          there.of(glance.getDomain()).stream()
              .anyMatch(other -> other.getGlanceId().equals(glance.getGlanceId()));
      if (!kept) {
        store.publish(glance);
        written++;
      }
    }
  }
}
