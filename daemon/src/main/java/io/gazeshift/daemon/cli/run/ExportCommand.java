package io.gazeshift.daemon.cli.run;

import io.gazeshift.broker.Cluster;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.outputs.export.PredictionWriter;
import io.gazeshift.outputs.export.StoredPredictions;
import io.gazeshift.protocol.v1.FaceIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = "Write the predictions that Kafka has to a table: CSV, JSON Lines or Parquet.")
public final class ExportCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "File to write; its ending says the format: .csv, .jsonl or .parquet.")
  private Path out;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description =
          "First time of publication, such as 2026-11-18T09:30:00Z. Default: all that are kept.")
  private Instant from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "Time of publication before which to end. Default: now.")
  private Instant to;

  @Option(
      names = "--domain",
      paramLabel = "NAME",
      description = "Export this domain only. Default: all domains.")
  private String domain;

  @Option(
      names = "--camera",
      paramLabel = "ID",
      description = "Export this camera only. Default: all cameras.")
  private String camera;

  @Option(names = "--force", description = "Replace a file that is there.")
  private boolean force;

  public ExportCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    GazeshiftConfig config = GazeshiftConfig.load(options, new Flags());
    PredictionWriter.Format format = format();
    if (Files.exists(out) && !force) {
      throw new UserError("--out: %s exists; name another file, or add --force".formatted(out));
    }
    try (Cluster cluster = Cluster.open(config.kafka(), config.broker())) {
      StoredPredictions predictions =
          new StoredPredictions(
              cluster.kafka(), Optional.ofNullable(from), Optional.ofNullable(to));
      // A part of a table must not be taken for the whole.
      Path part = out.resolveSibling(".%s.part".formatted(out.getFileName()));
      try {
        Files.deleteIfExists(part);
        long written;
        try (PredictionWriter writer = PredictionWriter.open(part, format)) {
          written = predictions.write(writer, prediction -> isWanted(prediction.getIdentity()));
        }
        Files.move(part, out, StandardCopyOption.REPLACE_EXISTING);
        console.out().printf("%d predictions to %s%n", written, out);
        console.out().flush();
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      throw new UserError("%s: cannot be written: %s".formatted(out, e.getMessage()), e);
    }
    return ExitCode.DONE;
  }

  private boolean isWanted(FaceIdentity identity) {
    return (domain == null || domain.equals(identity.getDomain()))
        && (camera == null || camera.equals(identity.getCamera()));
  }

  private PredictionWriter.Format format() {
    String name = out.getFileName().toString();
    for (PredictionWriter.Format format : PredictionWriter.Format.values()) {
      if (name.endsWith("." + format.name().toLowerCase(Locale.ROOT))) {
        return format;
      }
    }
    throw UserError.usage("--out: %s must end in .csv, .jsonl or .parquet".formatted(out));
  }
}
