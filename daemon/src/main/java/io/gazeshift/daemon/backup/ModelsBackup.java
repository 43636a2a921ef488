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
 * Saves the heads in force, the earlier versions that are kept, and the glances. Heads that nobody
 * trusted has signed are nobody's heads, here too.
 */
public final class ModelsBackup {

  /** What was saved. */
  public record Saved(int inForce, int earlier, int glances) {}

  private final HeadVersions versions;
  private final Glances glances;

  /** Of what these have read; they stay the caller's. */
  public ModelsBackup(HeadVersions versions, Glances glances) {
    this.versions = versions;
    this.glances = glances;
  }

  /**
   * Writes the file, for its owner only. One of that name is replaced when all is written.
   *
   * @throws UserError where it cannot be written
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
      throw new UserError(
          "%s: the backup cannot be written: %s".formatted(file, e.getMessage()), e);
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

  /**
   * The one in force comes last: whoever is stopped while restoring has not put it in force yet.
   */
  private int heads(String domain, BackupWriter writer) throws IOException {
    HeadModel inForce = versions.require(domain);
    int earlier = 0;
    List<HeadModel> newestFirst = versions.versions(domain);
    for (int i = newestFirst.size() - 1; i >= 0; i--) {
      if (newestFirst.get(i).getVersion() < inForce.getVersion()) {
        // One that fell out of the history meanwhile is not missed.
        Optional<HeadModel> head = versions.find(domain, newestFirst.get(i).getVersion());
        if (head.isPresent()) {
          writer.write(new Publication(head.get()).place());
          earlier++;
        }
      }
    }
    writer.write(inForce(versions.require(domain, inForce.getVersion())));
    return earlier;
  }

  private static ProducerRecord<String, byte[]> inForce(HeadModel head) {
    return new Publication(head).records().get(0);
  }
}
