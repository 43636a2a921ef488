package io.gazeshift.daemon.cli.offline;

import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.backbone.quantise.BackboneQuantiser;
import io.gazeshift.backbone.quantise.GazeChange;
import io.gazeshift.backbone.quantise.QuantisationReport;
import io.gazeshift.backbone.quantise.WeightBits;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommandProgress;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.JsonOutput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "quantise",
    mixinStandardHelpOptions = true,
    description =
        "Create a model directory whose backbone computes in int8, which is faster on CPUs. It is"
            + " calibrated on some of the faces, and written only if the gaze of the others hardly"
            + " changes.")
final class QuantiseCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();
  @Mixin private CalibrationFaceOptions faces = new CalibrationFaceOptions();

  @Option(
      names = "--model",
      paramLabel = "DIR",
      description =
          "Model directory with the backbone, in ONNX, and its source head. Default: studio.")
  private Path model = BuiltInModel.STUDIO.path();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Directory for the quantised model; created if missing.")
  private Path out;

  @Option(
      names = "--max-change",
      paramLabel = "DEGREES",
      description =
          "Reject the result if the gaze moves by more than this on average. Default:"
              + " ${DEFAULT-VALUE}.")
  private double maxChangeDeg = 0.5;

  @Option(
      names = "--weight-bits",
      paramLabel = "N",
      description =
          "Bits of a weight: 7 works on every CPU; 8 is finer, but CPUs without VNNI or AMX can"
              + " overflow without notice (ARM cannot). Default: ${DEFAULT-VALUE}.")
  private int weightBits = 7;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  QuantiseCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    CommandLogging.apply(options);
    if (!(maxChangeDeg > 0)) {
      throw UserError.usage("--max-change: %s is not above 0".formatted(maxChangeDeg));
    }
    if (Files.exists(out) && !Files.isDirectory(out)) {
      throw UserError.usage("--out: %s is a file, not a directory".formatted(out));
    }
    BackboneQuantiser quantiser =
        new BackboneQuantiser(
            ModelDirectory.of(model), new BackboneQuantiser.Settings(bits(), maxChangeDeg));
    ModelDirectory.rejectOccupied(out);
    CalibrationFaceOptions.Faces chosen = faces.read();
    QuantisationReport report;
    try (CommandProgress progress = new CommandProgress(console, "int8")) {
      report = quantiser.quantise(out, chosen.calibration(), chosen.check(), progress);
    }
    if (json) {
      printJson(report);
    } else {
      print(report);
    }
    return ExitCode.DONE;
  }

  private WeightBits bits() {
    return Arrays.stream(WeightBits.values())
        .filter(each -> each.bits() == weightBits)
        .findFirst()
        .orElseThrow(
            () -> UserError.usage("--weight-bits: %d, must be 7 or 8".formatted(weightBits)));
  }

  private void print(QuantisationReport report) {
    GazeChange change = report.change();
    line(
        "%s: %d of %d layers in int8, %.1f MB instead of %.1f",
        out,
        report.quantisedLayers(),
        report.layers(),
        report.bytesAfter() / 1e6,
        report.bytesBefore() / 1e6);
    line(
        "gaze of %d faces moves by %.2f° on average, 95 %% by less than %.2f°; limit %.2f°",
        change.faces(), change.meanDeg(), change.p95Deg(), maxChangeDeg);
    line(
        "error against their labels: %.2f° before, %.2f° after",
        change.errorBeforeDeg(), change.errorAfterDeg());
    line(
        "a pass of %d faces: %.1f ms before, %.1f ms after, %.2f times as fast",
        report.speed().batch(),
        report.speed().millisBefore(),
        report.speed().millisAfter(),
        report.speed().ratio());
    line(
        "Its features are new: to adapt with it, build its bank with 'gazeshift bank build"
            + " --backbone %s'.",
        out);
  }

  @SuppressWarnings("AnnotateFormatMethod") // Every format is a literal above.
  private void line(String format, Object... values) {
    console.out().printf(Locale.ROOT, format + "%n", values);
  }

  private void printJson(QuantisationReport report) {
    GazeChange change = report.change();
    JsonOutput.print(
        console,
        JsonOutput.object()
            .put("model", out.toString())
            .put("layers", report.layers())
            .put("quantised_layers", report.quantisedLayers())
            .put("bytes_before", report.bytesBefore())
            .put("bytes_after", report.bytesAfter())
            .put("faces", change.faces())
            .put("mean_change_deg", change.meanDeg())
            .put("p95_change_deg", change.p95Deg())
            .put("max_change_deg", maxChangeDeg)
            .put("error_before_deg", change.errorBeforeDeg())
            .put("error_after_deg", change.errorAfterDeg())
            .put("batch", report.speed().batch())
            .put("millis_before", report.speed().millisBefore())
            .put("millis_after", report.speed().millisAfter()));
  }
}
