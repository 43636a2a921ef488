package io.gazeshift.daemon.cli.models;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.adaptation.versions.HeadDifference;
import io.gazeshift.adaptation.versions.HeadDifference.Predictions;
import io.gazeshift.adaptation.versions.RecentFeatures;
import io.gazeshift.backbone.samples.SampleFiles;
import io.gazeshift.backbone.samples.UnlabelledSamples;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.cli.JsonOutput;
import io.gazeshift.daemon.cli.support.VersionText;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.HeadFile;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "diff",
    mixinStandardHelpOptions = true,
    description =
        "Compare two head versions of a domain: the change of each layer and of the predictions.")
final class ModelsDiffCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = "--domain",
      paramLabel = "NAME",
      required = true,
      description = "Domain of the versions.")
  private String domain;

  @Option(
      names = "--from",
      paramLabel = "N",
      required = true,
      description = "First version; 0 is the source head.")
  private long from;

  @Option(
      names = "--to",
      paramLabel = "N",
      required = true,
      description = "Second version; 0 is the source head.")
  private long to;

  @Option(
      names = "--target",
      paramLabel = "FILE",
      description =
          "Compare predictions on the features of this file, a target or a bank. Default: the newest"
              + " faces of the domain in gaze.features.")
  private Path target;

  @Option(
      names = "--faces",
      paramLabel = "N",
      description = "Number of newest faces to compare on. Default: ${DEFAULT-VALUE}.")
  private int faces = 1000;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  ModelsDiffCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    if (target != null) {
      FileFlags.file("--target", target);
    }
    try (VersionsSession session =
        VersionsSession.open(GazeshiftConfig.load(options, new Flags()))) {
      HeadFile a = session.head(domain, from);
      HeadFile b = session.head(domain, to);
      requireOneBackbone(a, b);
      HeadDifference layers = HeadDifference.between(a.head(), b.head());
      Optional<Predictions> predictions =
          features(session, a).map(rows -> HeadDifference.onFeatures(a.head(), b.head(), rows));
      if (json) {
        print(layers, predictions);
      } else {
        show(layers, predictions);
      }
    }
    return ExitCode.DONE;
  }

  private void requireOneBackbone(HeadFile a, HeadFile b) {
    if (!a.backboneFingerprint().equals(b.backboneFingerprint())) {
      throw new UserError(
          "domain '%s': head %s was made for the backbone %.12s..., head %s for %.12s...; their"
                  .formatted(
                      domain,
                      VersionText.version(from),
                      a.backboneFingerprint(),
                      VersionText.version(to),
                      b.backboneFingerprint())
              + " features cannot be compared");
    }
  }

  private Optional<FeatureRows> features(VersionsSession session, HeadFile head) {
    int width = head.head().inputs();
    if (target == null) {
      return RecentFeatures.read(
          session.cluster().kafka(), domain, head.backboneFingerprint(), width, faces);
    }
    UnlabelledSamples samples = SampleFiles.unlabelled(target);
    SampleFiles.requireFit(
        "head %s of domain '%s'".formatted(VersionText.version(from), domain),
        head,
        samples.name(),
        samples.features().width(),
        samples.backboneFingerprint());
    return Optional.of(samples.features());
  }

  private void show(HeadDifference difference, Optional<Predictions> predictions) {
    console
        .out()
        .printf(
            "domain '%s', from head %s to head %s%n",
            domain, VersionText.version(from), VersionText.version(to));
    if (difference.layers().isEmpty()) {
      console.out().println("  the heads have different shapes; layers cannot be compared");
    }
    for (HeadDifference.Layer layer : difference.layers()) {
      console
          .out()
          .printf(
              Locale.ROOT,
              "  %-12s changed by %.4g, %.2f %% of its norm of %.4g%n",
              layer.name(),
              layer.change(),
              100 * layer.relative(),
              layer.norm());
    }
    console
        .out()
        .println(
            predictions
                .map(this::text)
                .orElse(
                    "  gaze.features has no faces of the domain; name features with --target to"
                        + " compare predictions"));
    console.out().flush();
  }

  private String text(Predictions p) {
    return String.format(
        Locale.ROOT,
        "  predictions  differ by %.2f° on average, %.2f at most; pitch by %+.2f, yaw by %+.2f"
            + " (%d %s)",
        p.meanAngle(),
        p.maxAngle(),
        p.pitchShift(),
        p.yawShift(),
        p.samples(),
        target == null ? "newest faces" : "samples of " + target);
  }

  private void print(HeadDifference difference, Optional<Predictions> predictions) {
    ObjectNode answer = JsonOutput.object().put("domain", domain).put("from", from).put("to", to);
    ArrayNode layers = answer.putArray("layers");
    difference
        .layers()
        .forEach(
            layer ->
                layers
                    .addObject()
                    .put("name", layer.name())
                    .put("norm", layer.norm())
                    .put("change", layer.change()));
    predictions.ifPresent(
        p ->
            answer
                .putObject("predictions")
                .put("samples", p.samples())
                .put("mean_angle_deg", p.meanAngle())
                .put("max_angle_deg", p.maxAngle())
                .put("pitch_shift_deg", p.pitchShift())
                .put("yaw_shift_deg", p.yawShift()));
    JsonOutput.print(console, answer);
  }
}
