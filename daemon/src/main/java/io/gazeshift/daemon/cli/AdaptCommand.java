package io.gazeshift.daemon.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.daemon.offline.Ablation;
import io.gazeshift.daemon.offline.AdaptMethod;
import io.gazeshift.daemon.offline.AdaptationRun;
import io.gazeshift.daemon.offline.FeatureExtractor;
import io.gazeshift.daemon.offline.ImagePatches;
import io.gazeshift.daemon.offline.ImageSamples;
import io.gazeshift.daemon.offline.SampleFiles;
import io.gazeshift.daemon.offline.UnlabelledSamples;
import io.gazeshift.daemon.report.AdaptationPage;
import io.gazeshift.daemon.report.Facts;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.train.AdaptationSettings;
import io.gazeshift.glsge.train.LossTerms;
import io.gazeshift.glsge.train.Objective;
import io.gazeshift.glsge.train.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "adapt",
    mixinStandardHelpOptions = true,
    description = "Fit a head to a place from features without labels, with a bank at its side.")
final class AdaptCommand implements Callable<Integer> {

  /** Below this the spread of predictions is no spread. */
  private static final double VARIANCE_FLOOR = 1e-12;

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();
  @Mixin private AdaptationOptions adaptation = new AdaptationOptions();
  @Mixin private BackboneOption backbone = new BackboneOption();

  @Option(names = "--bank", paramLabel = "FILE", required = true, description = "Labelled bank.")
  private Path bankFile;

  @Option(
      names = "--target",
      paramLabel = "FILE",
      description = "Features of the place. Labels in it, if any, are not read.")
  private Path targetFile;

  @Option(
      names = "--images",
      paramLabel = "DIR",
      description = "Instead of --target: normalised face patches, run through --model first.")
  private Path images;

  @Option(
      names = "--head",
      paramLabel = "FILE",
      required = true,
      description = "The head to start from; left as it is.")
  private Path headFile;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "Where to write the adapted head.")
  private Path out;

  @Option(
      names = "--method",
      paramLabel = "NAME",
      description = "One of ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private AdaptMethod method = AdaptMethod.PAPER;

  @Option(
      names = "--objective",
      paramLabel = "NAME",
      description =
          "The loss, a row of the ablation: L_src, L_src^w, L_src+COD, L_src+PCOD, L_src^w+COD or"
              + " L_src^w+PCOD. Default: the last.")
  private String objective = Objective.DEFAULT.name();

  @Option(names = "--seed", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
  private long seed = AdaptationSettings.DEFAULT.seed();

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write an HTML page that shows what happened.")
  private Path report;

  @Option(names = "--json", description = "Answer in JSON.")
  private boolean json;

  AdaptCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    CommandLogging.apply(options);
    if ((targetFile == null) == (images == null)) {
      throw UserError.usage("adapt: name the place by either --target or --images");
    }
    AdaptationSettings settings = adaptation.settings().withSeed(seed);
    settings = settings.withObjective(objective(settings.objective()));
    FileFlags.output("--out", out);
    if (report != null) {
      FileFlags.output("--report", report);
    }
    SourceBank bank = SampleFiles.bank(FileFlags.file("--bank", bankFile));
    SampleFiles.requireVaried(bankFile.toString(), bank);
    HeadFile head = SampleFiles.head(FileFlags.file("--head", headFile));
    UnlabelledSamples target = target();
    requireFit(head, bankFile.toString(), bank.features().width(), bank.backboneFingerprint());
    requireFit(head, target.name(), target.features().width(), target.backboneFingerprint());
    adaptation.requireBatch(target.name(), target.features().size());

    AdaptationRun run = run(settings, head, bank, target);
    if (run.result().outcome() != Outcome.COMPLETED) {
      throw new UserError(
          "the adaptation diverged, no head was written: %s; lower --lr or --lambda"
              .formatted(run.result().reason()));
    }
    new HeadFile(run.result().head(), head.backboneFingerprint()).write(out);
    if (report != null) {
      Files.writeString(report, new AdaptationPage(run, facts(bank, target)).html());
    }
    tell(run, bank, target);
    return ExitCode.DONE;
  }

  private AdaptationRun run(
      AdaptationSettings settings, HeadFile head, SourceBank bank, UnlabelledSamples target) {
    try (CommandProgress progress = new CommandProgress(console, "adapting")) {
      return Asked.ofData(
          () ->
              AdaptationRun.of(
                  method,
                  settings,
                  head.head(),
                  bank,
                  target.target(),
                  epoch -> progress.accept((double) epoch.stepsDone() / epoch.steps())));
    }
  }

  private UnlabelledSamples target() throws IOException, InterruptedException {
    if (targetFile != null) {
      return SampleFiles.unlabelled(FileFlags.file("--target", targetFile));
    }
    FileFlags.directory("--images", images);
    try (FeatureExtractor extractor = backbone.open(adaptation.device());
        CommandProgress progress = new CommandProgress(console, "features")) {
      return ImageSamples.unlabelled(extractor, ImagePatches.under(images), progress)
          .unlabelled(images.toString());
    }
  }

  private void requireFit(HeadFile head, String samples, int width, String fingerprint) {
    SampleFiles.requireFit(headFile.toString(), head, samples, width, fingerprint);
  }

  private Objective objective(Objective base) {
    List<Objective> known = Ablation.objectives(base);
    return known.stream()
        .filter(row -> plain(row.name()).equals(plain(objective)))
        .findFirst()
        .orElseThrow(
            () ->
                UserError.usage(
                    "--objective: '%s' is not known; one of %s"
                        .formatted(
                            objective,
                            known.stream()
                                .map(row -> row.name().replace(" ", ""))
                                .collect(Collectors.joining(", ")))));
  }

  private static String plain(String name) {
    return name.replace(" ", "").toLowerCase(Locale.ROOT);
  }

  private Facts facts(SourceBank bank, UnlabelledSamples target) {
    return new Facts()
        .add("bank", "%s (%d samples)".formatted(bankFile, bank.size()))
        .add("target", "%s (%d samples)".formatted(target.name(), target.features().size()))
        .add("start head", headFile.toString())
        .add("adapted head", out.toString())
        .add("label model", adaptation.labelModel());
  }

  private void tell(AdaptationRun run, SourceBank bank, UnlabelledSamples target) {
    LossTerms first = run.result().epochs().get(0).loss();
    LossTerms last = run.result().epochs().get(run.result().epochs().size() - 1).loss();
    Gaussian before = Gaussian.fit(run.before(), VARIANCE_FLOOR);
    Gaussian after = Gaussian.fit(run.after(), VARIANCE_FLOOR);
    if (json) {
      ObjectNode answer = JsonAnswer.object();
      answer
          .put("file", out.toString())
          .put("sha256", run.result().head().sha256())
          .put("method", run.method().toString())
          .put("objective", run.settings().objective().name())
          .put("label_model", adaptation.labelModel())
          .put("bank_samples", bank.size())
          .put("target_samples", target.features().size())
          .put("seconds", run.training().toMillis() / 1000.0);
      put(answer.putObject("before"), before, first);
      put(answer.putObject("after"), after, last);
      JsonAnswer.print(console, answer);
      return;
    }
    console
        .out()
        .printf(
            Locale.ROOT,
            "%s: %s (%s) by %s in %.1f s%n",
            out,
            run.method(),
            adaptation.labelModel(),
            run.settings().objective().name(),
            run.training().toMillis() / 1000.0);
    console.out().printf("%14s  %18s  %18s  %8s  %8s%n", "", "mean gaze", "spread", "L1", "d");
    line("first epoch", before, first);
    line("last epoch", after, last);
    if (report != null) {
      console.out().printf("report: %s%n", report);
    }
  }

  private void line(String name, Gaussian gaze, LossTerms loss) {
    console
        .out()
        .printf(
            Locale.ROOT,
            "%14s  %7.2f° %8.2f°  %7.2f° %8.2f°  %8.4f  %8.4f%n",
            name,
            Math.toDegrees(gaze.meanX()),
            Math.toDegrees(gaze.meanY()),
            Math.toDegrees(gaze.covariance().xSigma()),
            Math.toDegrees(gaze.covariance().ySigma()),
            loss.l1(),
            loss.discrepancy());
  }

  private static void put(ObjectNode node, Gaussian gaze, LossTerms loss) {
    node.put("mean_pitch_deg", Math.toDegrees(gaze.meanX()))
        .put("mean_yaw_deg", Math.toDegrees(gaze.meanY()))
        .put("sigma_pitch_deg", Math.toDegrees(gaze.covariance().xSigma()))
        .put("sigma_yaw_deg", Math.toDegrees(gaze.covariance().ySigma()))
        .put("l1", loss.l1())
        .put("discrepancy", loss.discrepancy())
        .put("marginal", loss.marginal())
        .put("loss", loss.total());
  }
}
