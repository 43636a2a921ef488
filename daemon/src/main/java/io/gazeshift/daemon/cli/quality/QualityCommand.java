package io.gazeshift.daemon.cli.quality;

import io.gazeshift.adaptation.quality.QualityReport;
import io.gazeshift.adaptation.report.QualityJson;
import io.gazeshift.adaptation.report.QualityPage;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.broker.Cluster;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.quality.QualityInput;
import io.gazeshift.daemon.quality.QualitySelection;
import io.gazeshift.daemon.quality.RecordedInput;
import io.gazeshift.daemon.quality.StoredInput;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.outputs.recording.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "quality",
    mixinStandardHelpOptions = true,
    description =
        "Measure the data quality of a domain or a recording: accuracy, precision, data loss and"
            + " frequency, by person and target, before and after adaptation.")
public final class QualityCommand implements Callable<Integer> {

  /** What Kafka keeps is a week. */
  private static final Duration USUAL = Duration.ofHours(1);

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      description = "Directory of a recording. Default: read from Kafka.")
  private Path directory;

  @Option(
      names = "--domain",
      paramLabel = "NAME",
      description = "Domain to report on. Required, unless a recording has one domain only.")
  private String domain;

  @Option(
      names = "--camera",
      paramLabel = "ID",
      description = "Use predictions of this camera only. Default: all cameras.")
  private String camera;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description =
          "First time of capture, such as 2026-11-18T09:30:00Z. Default: the last hour, or the whole"
              + " recording.")
  private Instant from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "Time of capture before which to end. Default: the end.")
  private Instant to;

  @Option(names = "--json", paramLabel = "FILE", description = "Also write the figures as JSON.")
  private Path json;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Also write quality.html, a page, and quality.json to this directory.")
  private Path out;

  public QualityCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    if (directory == null && domain == null) {
      throw UserError.usage("quality: give --domain, or the directory of a recording");
    }
    if (json != null) {
      FileFlags.output("--json", json);
    }
    GazeshiftConfig config = GazeshiftConfig.load(options, new Flags());
    TrustedKeys keys = TrustedKeys.read(config.infer().trustedKeys());
    QualityInput input = directory == null ? stored(config, keys) : recorded(keys);
    QualityReport report = input.report(ModelDirectory.of(config.infer().model()).sourceHeadFile());
    new QualityText(console).print(report);
    write(report);
    return ExitCode.DONE;
  }

  private QualityInput stored(GazeshiftConfig config, TrustedKeys keys)
      throws InterruptedException {
    Instant first = from == null ? Instant.now().minus(USUAL) : from;
    try (Cluster cluster = Cluster.open(config.kafka(), config.broker())) {
      return StoredInput.read(cluster.kafka(), keys, selection(domain, Optional.of(first)));
    }
  }

  private QualityInput recorded(TrustedKeys keys) {
    Recording recording = Recording.open(directory);
    return RecordedInput.read(
        recording,
        keys,
        selection(
            domain == null ? RecordedInput.domain(recording) : domain, Optional.ofNullable(from)));
  }

  private QualitySelection selection(String name, Optional<Instant> first) {
    return new QualitySelection(name, Optional.ofNullable(camera), first, Optional.ofNullable(to));
  }

  private void write(QualityReport report) {
    Path at = json;
    try {
      String figures = QualityJson.of(report).toPrettyString() + "\n";
      if (json != null) {
        Files.writeString(json, figures);
      }
      if (out != null) {
        at = out;
        Files.createDirectories(out);
        Files.writeString(out.resolve("quality.json"), figures);
        Files.writeString(out.resolve("quality.html"), new QualityPage(report).html());
        console.out().printf("report: %s%n", out.resolve("quality.html"));
        console.out().flush();
      }
    } catch (IOException e) {
      throw new UserError("%s: cannot be written: %s".formatted(at, e.getMessage()), e);
    }
  }
}
