package io.gazeshift.daemon.cli.run;

import io.gazeshift.common.cli.Flags;
import picocli.CommandLine.Option;

/** The preview of commands that run cameras; a picocli mixin. */
final class PreviewOption {

  @Option(
      names = "--preview",
      paramLabel = "off|PORT",
      description =
          "Serve a page with the camera images and located heads on this port of this machine."
              + " Default: off.")
  private String preview;

  Flags flags() {
    return new Flags().set("--preview", "ingest.preview", preview);
  }
}
