package io.gazeshift.ingest.facemodels;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Puts a model's file in its place in one step, so that a reader never sees half of one. */
public final class PlacedFile {

  private PlacedFile() {}

  /** Answers the file. */
  public static Path write(byte[] content, Path file) {
    try {
      Files.createDirectories(file.getParent());
      Path half =
          file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
      try {
        Files.write(half, content);
        Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(half);
      }
      return file;
    } catch (IOException e) {
      throw new UserError(
          "faces.models: cannot write %s (%s); set faces.models to a writable directory"
              .formatted(file, e.getMessage()),
          e);
    }
  }
}
