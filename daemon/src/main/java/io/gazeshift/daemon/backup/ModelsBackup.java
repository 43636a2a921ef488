package io.gazeshift.daemon.backup;

import io.gazeshift.adaptation.glance.GlanceStore;
import io.gazeshift.adaptation.glance.Glances;
import io.gazeshift.adaptation.versions.HeadVersions;
import io.gazeshift.adaptation.versions.Publication;
import io.gazeshift.common.UserError;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.HeadModel;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Saves the active heads, their earlier versions and the glances. Heads without a trusted signature
 * are ignored, as inference does.
 */
public final class ModelsBackup {

  /** The numbers of saved records. */
  public record Saved(int active, int earlier, int glances) {}

  private final HeadVersions versions;
  private final Glances glances;

  /** The caller keeps ownership of both. */
  public ModelsBackup(HeadVersions versions, Glances glances) {
    this.versions = versions;
    this.glances = glances;
  }

  /**
   * Writes the file, readable by its owner only. Replaces an existing file once all is written.
   *
   * @throws UserError if it cannot be written
   */
  public Saved write(Path file, Instant now) {
    Path part = file.resolveSibling(".%s.%s".formatted(UUID.randomUUID(), file.getFileName()));
    try {
      Files.createFile(part, forOwnerOnly());
      try {
        Saved saved = records(part, now);
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        return saved;
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      throw new UserError("%s: cannot write the backup: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static FileAttribute<?>[] forOwnerOnly() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  private Saved records(Path file, Instant now) throws IOException {
    try (BackupWriter writer = new BackupWriter(Files.newOutputStream(file), now)) {
      int earlier = 0;
      for (String domain : versions.domains()) {
        earlier += heads(domain, writer);
      }
      int saved = 0;
      for (String domain : glances.domains()) {
        for (CalibrationGlance glance : glances.of(domain)) {
          writer.write(GlanceStore.record(glance));
          saved++;
        }
      }
      writer.finish();
      return new Saved(versions.domains().size(), earlier, saved);
    }
  }

  /** The active head comes last, so that an interrupted restore does not activate it. */
  private int heads(String domain, BackupWriter writer) throws IOException {
    HeadModel active = versions.require(domain);
    int earlier = 0;
    List<HeadModel> newestFirst = versions.versions(domain);
    for (int i = newestFirst.size() - 1; i >= 0; i--) {
      if (newestFirst.get(i).getVersion() < active.getVersion()) {
        // It may have been deleted from the history since.
        Optional<HeadModel> head = versions.find(domain, newestFirst.get(i).getVersion());
        if (head.isPresent()) {
          writer.write(new Publication(head.get()).place());
          earlier++;
        }
      }
    }
    writer.write(activeRecord(versions.require(domain, active.getVersion())));
    return earlier;
  }

  private static ProducerRecord<String, byte[]> activeRecord(HeadModel head) {
    return new Publication(head).records().get(0);
  }
}
