package io.gazeshift.daemon.cli.offline;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneFile;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.engine.BackboneTiming;
import io.gazeshift.backbone.input.BackboneInput;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.cli.JsonOutput;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.config.InferConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    description = "Print inputs, outputs, fingerprint and speed of a model or a network file.")
final class InspectCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();
  @Mixin private PreprocessingOptions preprocessing = new PreprocessingOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE|DIR",
      description = "ONNX or TorchScript file, or model directory. Default: infer.model.")
  private Path subjectPath;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Number of timed passes; reports the median. Default: ${DEFAULT-VALUE}.")
  private int runs = 50;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  /** What to inspect; a model directory may have a head, a network file has none. */
  private record Subject(
      String name, BackboneFile file, BackboneInput input, Optional<Head> head) {}

  InspectCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    CommandLogging.apply(options);
    if (runs < 1) {
      throw UserError.usage("--runs: %d is too few; use at least 1".formatted(runs));
    }
    if (subjectPath != null && Files.isRegularFile(subjectPath)) {
      InferConfig config = GazeshiftConfig.load(options, new Flags()).infer();
      BackboneFile file = BackboneFile.of(Files.readAllBytes(subjectPath), subjectPath.toString());
      BackboneInput applied = preprocessing.forFile(subjectPath);
      try (Backbone backbone = file.open(applied, backboneOptions(config))) {
        answer(
            new Subject(subjectPath.toString(), file, applied, Optional.empty()),
            backbone,
            config.threads());
      }
      return ExitCode.DONE;
    }
    if (preprocessing.areGiven()) {
      throw UserError.usage(
          "--input-size, --channels, --mean, --std and --output apply to a network file; a model"
              + " directory has them in "
              + BackboneInput.FILE_NAME);
    }
    InferConfig config =
        GazeshiftConfig.load(options, new Flags().set("DIR", "infer.model", subjectPath)).infer();
    ModelDirectory model = ModelDirectory.of(config.model());
    try (Backbone backbone = model.openBackbone(backboneOptions(config))) {
      Optional<Head> head =
          model.hasSourceHead() ? Optional.of(model.sourceHead()) : Optional.empty();
      answer(
          new Subject(model.name(), model.backboneFile(), model.input(), head),
          backbone,
          config.threads());
    }
    return ExitCode.DONE;
  }

  private static BackboneOptions backboneOptions(InferConfig config) {
    return new BackboneOptions(config.device(), config.threads());
  }

  private void answer(Subject subject, Backbone backbone, int threads) {
    double millis = BackboneTiming.medianMillis(backbone, 1, runs);
    if (json) {
      printJson(subject, backbone, threads, millis);
    } else {
      printText(subject, backbone, threads, millis);
    }
  }

  private void printText(Subject subject, Backbone backbone, int threads, double millis) {
    BackboneFile.Facts facts = subject.file.facts();
    PrintWriter out = console.out();
    out.printf("model        %s%n", subject.name);
    out.printf("engine       %s%n", subject.file.format().engine());
    out.printf(
        Locale.ROOT,
        "size         %.2f MB, %,d weights%n",
        subject.file.bytes().length / 1e6,
        facts.weightCount());
    out.printf("inputs       %s%n", String.join("; ", facts.inputs()));
    out.printf("outputs      %s%n", String.join("; ", facts.outputs()));
    out.printf("input        [n, %s]%n", shape(backbone, ", "));
    out.printf("preprocessed %s%n", subject.input.toJson().replaceAll("\\s+", " ").strip());
    out.printf("output       [n, %d] features%n", backbone.featureSize());
    out.printf("source head  %s%n", subject.head.map(Head::toString).orElse("none"));
    out.printf("fingerprint  %s%n", backbone.fingerprint());
    out.printf(
        "device       %s, %s%n",
        backbone.device(), threads == 0 ? "all cores" : threads + " thread(s)");
    out.printf(Locale.ROOT, "one face     %.2f ms, median of %d%n", millis, runs);
  }

  private static String shape(Backbone backbone, String separator) {
    return backbone.input().shape().stream()
        .map(Object::toString)
        .collect(Collectors.joining(separator));
  }

  private void printJson(Subject subject, Backbone backbone, int threads, double millis) {
    BackboneFile.Facts facts = subject.file.facts();
    ObjectNode answer =
        JsonOutput.object()
            .put("model", subject.name)
            .put("format", subject.file.format().name().toLowerCase(Locale.ROOT))
            .put("engine", subject.file.format().engine())
            .put("bytes", subject.file.bytes().length)
            .put("weights", facts.weightCount())
            .put("input_shape", shape(backbone, "x"))
            .put("features", backbone.featureSize())
            .put("fingerprint", backbone.fingerprint())
            .put("device", backbone.device())
            .put("threads", threads)
            .put("one_face_ms", millis)
            .put("runs", runs);
    list(answer, "inputs", facts.inputs());
    list(answer, "outputs", facts.outputs());
    subject.head.ifPresent(head -> answer.put("source_head", head.toString()));
    JsonOutput.print(console, answer);
  }

  private static void list(ObjectNode answer, String name, List<String> values) {
    values.forEach(answer.putArray(name)::add);
  }
}
