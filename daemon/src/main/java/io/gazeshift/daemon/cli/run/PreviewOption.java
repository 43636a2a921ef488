package io.gazeshift.daemon.cli.run;

import io.gazeshift.common.cli.Flags;
import picocli.CommandLine.Option;

/** To be used as a mixin by commands that run cameras. */
final class PreviewOption {

  @Option(
      names = "--preview",
      paramLabel = "off|PORT",
      description =
          "Show what the cameras see, with the located heads, as a page on this port of this"
              + " machine. Default: off.")
  private String preview;

  Flags flags() {
    return new Flags().set("--preview", "ingest.preview", preview);
  }
}
