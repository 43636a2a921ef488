package io.gazeshift.daemon.backup;

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
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Puts a backup's heads and glances back. A domain gets its heads only where it has none, or an
 * earlier one of the same backup: whatever was published since is newer, and stays. Doing it twice
 * is doing it once.
 */
public final class ModelsRestore {

  /** What becomes of a domain. */
  public enum Fate {
    /** It gets the backup's head. */
    RESTORED,
    /** It has that very head. */
    THERE_ALREADY,
    /** It has one that the backup does not know. */
    LEFT_AS_IT_IS
  }

  /**
   * What a domain has, and gets.
   *
   * @param there the version in force on the cluster; 0 where there is none
   * @param saved the version in force when it was saved
   * @param earlier how many versions before it were saved
   */
  public record DomainPlan(Fate fate, long there, long saved, int earlier) {}

  private final Path file;
  private final HeadVersions versions;
  private final BackupContents contents;
  private final SortedMap<String, DomainPlan> plans = new TreeMap<>();

  /**
   * Reads the whole backup and compares it with what is published.
   *
   * @param versions read to their end; they stay the caller's
   * @throws UserError where it is damaged, or holds heads that inference would not take
   */
  public ModelsRestore(Path file, HeadVersions versions) {
    this.file = file;
    this.versions = versions;
    this.contents = BackupContents.read(file, versions);
    contents.heads().forEach((domain, heads) -> plans.put(domain, plan(domain, heads)));
  }

  private DomainPlan plan(String domain, Heads heads) {
    Optional<HeadModel> there = versions.current(domain);
    Fate fate = Fate.LEFT_AS_IT_IS;
    if (there.isEmpty()) {
      fate = Fate.RESTORED;
    } else if (heads.know(there.get())) {
      fate = there.get().equals(heads.inForce()) ? Fate.THERE_ALREADY : Fate.RESTORED;
    }
    return new DomainPlan(
        fate,
        there.map(HeadModel::getVersion).orElse(0L),
        heads.inForce().getVersion(),
        heads.earlier().size());
  }

  /** By domain. */
  public SortedMap<String, DomainPlan> plans() {
    return new TreeMap<>(plans);
  }

  /** How many glances the backup holds. */
  public int glances() {
    return contents.glances();
  }

  /**
   * Writes what is missing, and returns how many glances were. Each domain's head in force is
   * written after its earlier versions.
   *
   * @param there the glances that are kept; one of the same name stays as it is
   * @throws UserError where somebody has published a head for a domain meanwhile
   */
  public int carryOut(HeadPublisher heads, GlanceStore store, Glances there) {
    Writing writing = new Writing(heads, store, there);
    BackupContents.handOver(file, versions, writing);
    return writing.written;
  }

  private boolean isRestored(String domain) {
    DomainPlan plan = plans.get(domain);
    return plan != null && plan.fate() == Fate.RESTORED;
  }

  private final class Writing implements BackupContents.Taker {

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
    public void inForce(HeadModel head) {
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
            "domain '%s': somebody has published head %d meanwhile, which stays in force; stop"
                    .formatted(domain, versions.require(domain).getVersion())
                + " adaptation while you restore");
      }
      return new Publication(head);
    }

    @Override
    public void glance(CalibrationGlance glance) {
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
