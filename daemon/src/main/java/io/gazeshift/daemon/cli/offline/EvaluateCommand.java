package io.gazeshift.daemon.cli.offline;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.backbone.samples.Evaluation;
import io.gazeshift.backbone.samples.Evaluation.PersonError;
import io.gazeshift.backbone.samples.SampleFiles;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommandProgress;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.cli.JsonOutput;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.data.SourceBank;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    description =
        "Measure a head's error on labelled samples: mean, median and each person's. With --photos:"
            + " measure a whole model on labelled photographs.")
public final class EvaluateCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();
  @Mixin private LabelledImageOptions images = new LabelledImageOptions();

  @Mixin private PhotoOptions photos = new PhotoOptions();

  @Option(
      names = "--head",
      paramLabel = "FILE",
      description = "Head to measure. Needed without --photos; with it the default is the model's.")
  private Path headFile;

  @Option(names = "--data", paramLabel = "FILE", description = "Labelled bank to measure on.")
  private Path dataFile;

  @Option(names = "--csv", paramLabel = "FILE", description = "File for each sample's error.")
  private Path csv;

  @Option(
      names = "--device",
      paramLabel = "NAME",
      description =
          "Device to run the backbone on: auto, cpu or cuda:N. Default: ${DEFAULT-VALUE}.")
  private String device = "auto";

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  public EvaluateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    CommandLogging.apply(options);
    if (csv != null) {
      FileFlags.output("--csv", csv);
    }
    if (photos.given()) {
      return evaluatePhotos();
    }
    photos.requireNone();
    images.requireOneOf("evaluate", "--data", dataFile != null);
    if (headFile == null) {
      throw UserError.usage("--head: is missing; name the head to measure");
    }
    HeadFile head = SampleFiles.head(FileFlags.file("--head", headFile));
    SourceBank data =
        images.given()
            ? images.bank(console, device)
            : SampleFiles.bank(FileFlags.file("--data", dataFile));
    SampleFiles.requireFit(
        headFile.toString(),
        head,
        images.given() ? images.name() : dataFile.toString(),
        data.features().width(),
        data.backboneFingerprint());
    Evaluation evaluation;
    try (CommandProgress progress = new CommandProgress(console, "measuring")) {
      evaluation = Evaluation.of(head.head(), data, progress);
    }
    if (csv != null) {
      evaluation.writeCsv(csv);
    }
    Optional<Evaluation.Calibration> calibration = head.accuracy().map(evaluation::calibration);
    if (json) {
      ObjectNode answer = answer(evaluation);
      calibration.ifPresent(found -> put(found, answer));
      JsonOutput.print(console, answer);
    } else {
      print(evaluation);
      calibration.ifPresent(this::print);
    }
    return ExitCode.DONE;
  }

  private int evaluatePhotos() throws IOException, InterruptedException {
    if (dataFile != null || images.given() || !images.labelsGiven()) {
      throw UserError.usage(
          "evaluate: --photos needs --labels and goes with neither --data nor --images");
    }
    if (headFile != null) {
      FileFlags.file("--head", headFile);
    }
    GazeshiftConfig config =
        GazeshiftConfig.load(
            options,
            new Flags()
                .set("--model", "infer.model", images.model())
                .set("--device", "infer.device", device));
    PhotoReport report =
        photos.measure(console, config, images.labelsCsv(), Optional.ofNullable(headFile));
    if (csv != null) {
      report.writeCsv(csv);
    }
    if (json) {
      JsonOutput.print(console, report.json());
    } else {
      report.print(console);
    }
    return ExitCode.DONE;
  }

  private static ObjectNode answer(Evaluation evaluation) {
    ObjectNode answer = JsonOutput.object();
    answer
        .put("samples", evaluation.samples())
        .put("mean_deg", evaluation.meanDeg())
        .put("median_deg", evaluation.medianDeg())
        .put("p95_deg", evaluation.p95Deg());
    ArrayNode persons = answer.putArray("persons");
    for (PersonError person : evaluation.perPerson()) {
      persons
          .addObject()
          .put("person", person.person())
          .put("samples", person.samples())
          .put("mean_deg", person.meanDeg())
          .put("median_deg", person.medianDeg());
    }
    return answer;
  }

  private static void put(Evaluation.Calibration calibration, ObjectNode answer) {
    PhotoReport.putCurve("within_sigma", calibration.angle(), answer);
    PhotoReport.putCurve("within_pitch_sigma", calibration.pitch(), answer);
    PhotoReport.putCurve("within_yaw_sigma", calibration.yaw(), answer);
  }

  private void print(Evaluation.Calibration calibration) {
    console
        .out()
        .printf(
            "errors within sigma, from the head's accuracy on its validation people:%n"
                + "  angle  %s%n  pitch  %s%n  yaw    %s%n",
            calibration.angle(), calibration.pitch(), calibration.yaw());
  }

  private void print(Evaluation evaluation) {
    console
        .out()
        .printf(
            Locale.ROOT,
            "%d samples: mean %.2f°, median %.2f°, 95 %% below %.2f°%n",
            evaluation.samples(),
            evaluation.meanDeg(),
            evaluation.medianDeg(),
            evaluation.p95Deg());
    List<PersonError> persons = evaluation.perPerson();
    if (!persons.isEmpty()) {
      console.out().printf("%8s  %8s  %8s  %8s%n", "person", "samples", "mean", "median");
    }
    for (PersonError person : persons) {
      console
          .out()
          .printf(
              Locale.ROOT,
              "%8d  %8d  %7.2f°  %7.2f°%n",
              person.person(),
              person.samples(),
              person.meanDeg(),
              person.medianDeg());
    }
    if (csv != null) {
      console.out().printf("errors of the samples: %s%n", csv);
    }
  }
}
