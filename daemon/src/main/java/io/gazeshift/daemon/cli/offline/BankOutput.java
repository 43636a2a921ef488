package io.gazeshift.daemon.cli.offline;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.backbone.samples.ExtractedSamples;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.common.cli.JsonOutput;
import io.gazeshift.daemon.cli.support.UserErrors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import picocli.CommandLine.Option;

/** Where a bank is written and how it is reported; a picocli mixin. */
final class BankOutput {

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "File for the bank, in safetensors format.")
  private Path out;

  @Option(
      names = "--half",
      description = "Store features as half-precision floats, which halves the file.")
  private boolean half;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  void check() {
    FileFlags.output("--out", out);
  }

  void write(Console console, ExtractedSamples samples) throws IOException {
    UserErrors.fromData(
        () -> samples.gaze().isPresent() ? samples.bank() : samples.unlabelled("").target());
    samples.write(out, half);
    long persons = Arrays.stream(samples.persons()).distinct().count();
    if (json) {
      ObjectNode answer = JsonOutput.object();
      answer
          .put("file", out.toString())
          .put("samples", samples.size())
          .put("features", samples.width())
          .put("labelled", samples.gaze().isPresent())
          .put("persons", persons)
          .put("backbone_fingerprint", samples.backboneFingerprint());
      JsonOutput.print(console, answer);
      return;
    }
    console
        .out()
        .printf(
            "%s: %d samples of %d features, %s%s%n",
            out,
            samples.size(),
            samples.width(),
            samples.gaze().isPresent() ? "with gaze" : "without gaze",
            persons > 0 ? ", %d persons".formatted(persons) : "");
  }
}
