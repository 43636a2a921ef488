package io.gazeshift.daemon.cli;

import io.gazeshift.common.UserError;
import picocli.CommandLine.Option;

/** Whether a bank gets mirror images; a picocli mixin. */
final class MirrorOption {

  @Option(
      names = "--mirror",
      negatable = true,
      description =
          "Also keep the features of each labelled patch mirrored left for right, which safe"
              + " adaptation trains on. Twice the time and size; on by default.")
  private Boolean mirror;

  boolean wanted() {
    return mirror == null || mirror;
  }

  /** Refuses mirror images where they were asked for and cannot be had. */
  void refuse(String reason) {
    if (Boolean.TRUE.equals(mirror)) {
      throw UserError.usage("--mirror: " + reason);
    }
  }
}
