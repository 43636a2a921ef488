package io.gazeshift.daemon.cli.offline;

import io.gazeshift.adaptation.config.AdaptConfig.Method;
import io.gazeshift.adaptation.method.Ablation;
import io.gazeshift.adaptation.method.AdaptMethod;
import io.gazeshift.adaptation.method.AdaptationRun;
import io.gazeshift.adaptation.method.GlsgeMethod;
import io.gazeshift.adaptation.method.SafeMethod;
import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.adaptation.report.AdaptationPage;
import io.gazeshift.adaptation.report.Facts;
import io.gazeshift.backbone.samples.FeatureExtractor;
import io.gazeshift.backbone.samples.SampleFiles;
import io.gazeshift.backbone.samples.UnlabelledSamples;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommandProgress;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.common.cli.JsonOutput;
import io.gazeshift.daemon.cli.support.UserErrors;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.data.PersonSplit;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.safe.AdaptationSource;
import io.gazeshift.glsge.safe.SafeSettings;
import io.gazeshift.glsge.safe.SourceSplit;
import io.gazeshift.glsge.train.AdaptationSettings;
import io.gazeshift.glsge.train.Objective;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Adapts a head to files, without Kafka; a picocli mixin. */
public final class AdaptFiles {

  public static final String BANK = "--bank";

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();
  @Mixin private AdaptationOptions adaptation = new AdaptationOptions();
  @Mixin private BackboneOption backbone = new BackboneOption();
  @Mixin private UnlabelledImages unlabelled = new UnlabelledImages();

  @Option(
      names = BANK,
      paramLabel = "FILE",
      description = "Labelled bank of the source, for the role as well as for files.")
  private Path bankFile;

  @Option(
      names = "--validation",
      paramLabel = "FILE",
      description =
          "Labelled bank of validation people, on whom the head was not trained, for the safe"
              + " method. Default: the people of --bank that 'head train' held out.")
  private Path validationFile;

  @Option(
      names = "--target",
      paramLabel = "FILE",
      description = "Features of the target domain; labels in the file are ignored.")
  private Path targetFile;

  @Option(
      names = "--images",
      paramLabel = "DIR",
      description =
          "Normalised face patches to adapt to instead of --target; --model extracts their features.")
  private Path images;

  @Option(
      names = "--head",
      paramLabel = "FILE",
      description = "Head to start from; the file is not changed.")
  private Path headFile;

  @Option(names = "--out", paramLabel = "FILE", description = "File for the adapted head.")
  private Path out;

  @Option(
      names = "--method",
      paramLabel = "NAME",
      description =
          "Method: safe changes the head only if the target warrants it, glsge is the algorithm as"
              + " published. Default: ${DEFAULT-VALUE}.")
  private String methodName = Method.SAFE.key();

  @Option(
      names = "--objective",
      paramLabel = "NAME",
      description =
          "Loss of glsge, a row of the ablation: L_src, L_src^w, L_src+COD, L_src+PCOD,"
              + " L_src^w+COD or L_src^w+PCOD. Default: the last.")
  private String objective = Objective.DEFAULT.name();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed for the training. Default: ${DEFAULT-VALUE}.")
  private long seed = SafeSettings.DEFAULT.seed();

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "File for a report of the run, an HTML page.")
  private Path report;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  public AdaptFiles(Console console) {
    this.console = console;
  }

  public CommonOptions common() {
    return options;
  }

  public Path bankFile() {
    return bankFile;
  }

  public int run(ParseResult parsed) throws Exception {
    CommandLogging.apply(options);
    requireFlags(parsed);
    if ((targetFile == null) == (images == null)) {
      throw UserError.usage("adapt: give either --target or --images");
    }
    Method method = method();
    AdaptationSettings settings = glsgeSettings(method);
    SiteKnowledge site = adaptation.site();
    if (method == Method.SAFE) {
      AdaptationOptions.rejectGlsgeOnly(parsed);
    } else if (validationFile != null) {
      throw UserError.usage("--validation: goes with --method safe, not with glsge");
    }
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

    AdaptMethod chosen =
        method == Method.SAFE
            ? safe(head, bank, target, site)
            : glsge(settings, trained(head, bank), target);
    AdaptationRun run;
    try (CommandProgress progress = new CommandProgress(console, "adapting")) {
      run = UserErrors.fromData(() -> chosen.run(head.head(), progress::accept, () -> false));
    }
    written(run.account().head(), head).write(out);
    if (report != null) {
      Files.writeString(report, new AdaptationPage(run, facts(bank, target)).html());
    }
    AdaptAnswer answer = new AdaptAnswer(run, out);
    if (json) {
      JsonOutput.print(console, answer.json(bank.size(), target.features().size()));
    } else {
      answer.lines().forEach(console.out()::println);
      if (report != null) {
        console.out().printf("report: %s%n", report);
      }
    }
    return ExitCode.DONE;
  }

  private static void requireFlags(ParseResult parsed) {
    List<String> missing =
        Stream.of(BANK, "--head", "--out").filter(flag -> !parsed.hasMatchedOption(flag)).toList();
    if (!missing.isEmpty()) {
      throw UserError.usage(
          "adapt: missing %s; adapting files needs --bank, --head, --out, and --target or --images"
              .formatted(String.join(" and ", missing)));
    }
  }

  /** An adapted head has not seen the people held out either. */
  private static HeadFile written(Head adapted, HeadFile start) {
    return new HeadFile(adapted, start.backboneFingerprint(), start.heldOut(), start.accuracy());
  }

  private Method method() {
    return Method.parse(methodName)
        .orElseThrow(
            () ->
                UserError.usage(
                    "--method: '%s' is not one of %s".formatted(methodName, Method.choices())));
  }

  private AdaptationSettings glsgeSettings(Method method) {
    if (method == Method.SAFE) {
      return AdaptationSettings.DEFAULT;
    }
    AdaptationSettings settings = adaptation.settings().withSeed(seed);
    return settings.withObjective(objective(settings.objective()));
  }

  private AdaptMethod glsge(
      AdaptationSettings settings, SourceBank bank, UnlabelledSamples target) {
    adaptation.requireBatch(target.name(), target.features().size());
    return new GlsgeMethod(settings, bank, target.target());
  }

  private AdaptMethod safe(
      HeadFile head, SourceBank bank, UnlabelledSamples target, SiteKnowledge site) {
    return new SafeMethod(
        SafeSettings.DEFAULT.withSeed(seed).withDevice(adaptation.device()),
        source(head, bank, site),
        target.fixated(head.head()),
        site);
  }

  /**
   * As the service has it, so that the same file gives the same head: without the gate's people.
   */
  private AdaptationSource source(HeadFile head, SourceBank bank, SiteKnowledge site) {
    if (validationFile != null) {
      SourceBank others = SampleFiles.bank(FileFlags.file("--validation", validationFile));
      requireFit(
          head, validationFile.toString(), others.features().width(), others.backboneFingerprint());
      return UserErrors.fromData(() -> SourceSplit.of(trained(head, bank), others).adaptation());
    }
    Optional<PersonSplit> parts = head.split(bank);
    if (parts.isEmpty()) {
      if (site.needsCalibration()) {
        throw new UserError(noValidationPeople(head));
      }
      return UserErrors.fromData(() -> new AdaptationSource(bank, Optional.empty()));
    }
    SourceBank others = bank.rows(parts.get().heldOut());
    return UserErrors.fromData(() -> SourceSplit.of(trained(head, bank), others).adaptation());
  }

  /** The people that the head was trained on; everyone where it does not say. */
  private static SourceBank trained(HeadFile head, SourceBank bank) {
    return head.split(bank).map(parts -> bank.rows(parts.kept())).orElse(bank);
  }

  private String noValidationPeople(HeadFile head) {
    String reason =
        head.heldOut().isPresent()
            ? "was trained on another bank than %s".formatted(bankFile)
            : "does not say which people of %s it was not trained on".formatted(bankFile);
    return ("%s: %s; name a bank of validation people with --validation, train a head with"
            + " 'gazeshift head train --hold-out N' on a bank of N people or more, give a"
            + " --prior, or use --method glsge")
        .formatted(headFile, reason);
  }

  private UnlabelledSamples target() throws IOException, InterruptedException {
    if (targetFile != null) {
      return SampleFiles.unlabelled(FileFlags.file("--target", targetFile));
    }
    FileFlags.directory("--images", images);
    try (FeatureExtractor extractor = backbone.open(adaptation.device());
        CommandProgress progress = new CommandProgress(console, "features")) {
      return unlabelled.extract(extractor, images, progress).unlabelled(images.toString());
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
                    "--objective: unknown loss '%s'; use one of %s"
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
        .add("adapted head", out.toString());
  }
}
