package io.gazeshift.common.cli;

import io.gazeshift.common.UserError;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks the files named by options before any work is done. */
public final class FileFlags {

  private FileFlags() {}

  public static Path file(String flag, Path file) {
    if (!Files.exists(file)) {
      throw UserError.usage("%s: the file %s does not exist".formatted(flag, file));
    }
    if (Files.isDirectory(file)) {
      throw UserError.usage("%s: %s is a directory, not a file".formatted(flag, file));
    }
    return file;
  }

  public static Path directory(String flag, Path directory) {
    if (!Files.isDirectory(directory)) {
      throw UserError.usage("%s: there is no directory %s".formatted(flag, directory));
    }
    return directory;
  }

  /** A file to be written: better to know now than after an hour of training. */
  public static Path output(String flag, Path file) {
    Path parent = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file) || parent == null) {
      throw UserError.usage("%s: %s is a directory, not a file".formatted(flag, file));
    }
    if (!Files.isDirectory(parent)) {
      throw UserError.usage("%s: there is no directory %s to write to".formatted(flag, parent));
    }
    if (!Files.isWritable(parent)) {
      throw new UserError("%s: directory %s is not writable".formatted(flag, parent));
    }
    return file;
  }
}
