package io.gazeshift.daemon.cli;

import io.gazeshift.common.UserError;
import picocli.CommandLine.Option;

/** Whether a bank gets mirror images; a picocli mixin. */
final class MirrorOption {

  @Option(
      names = "--mirror",
      description =
          "Also keep the features of each labelled patch mirrored left for right, for safe"
              + " adaptation to train on: twice the passes of the backbone, twice the bank.")
  private boolean mirror;

  boolean given() {
    return mirror;
  }

  /** Refuses mirror images where they cannot be had. */
  void refuse(String reason) {
    if (mirror) {
      throw UserError.usage("--mirror: " + reason);
    }
  }
}
