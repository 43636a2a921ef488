package io.gazeshift.daemon.cli.run;

import io.gazeshift.broker.Cluster;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.DurationOption;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.process.StopSignal;
import io.gazeshift.outputs.recording.Recorder;
import io.gazeshift.outputs.recording.Recording;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "record",
    mixinStandardHelpOptions = true,
    description = "Write what is published to files, until Ctrl-C; run again to continue.")
public final class RecordCommand implements Callable<Integer> {

  private static final Duration POLL = Duration.ofMillis(200);
  private static final long BYTES_PER_GIB = 1L << 30;

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Directory of the recording: new, empty, or one to continue.")
  private Path out;

  @Option(
      names = "--domain",
      paramLabel = "NAME",
      description = "Record this domain only. Default: all domains.")
  private String domain;

  @Option(
      names = "--faces",
      description = "Also record the pictures of faces. Without it a recording has no image.")
  private boolean faces;

  @Option(
      names = "--max-gib",
      paramLabel = "N",
      defaultValue = "10",
      description = "Stop when the recording has this size. Default: ${DEFAULT-VALUE}.")
  private double mostGib;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = DurationOption.class,
      description = "Stop after this time, such as 10m. Default: record until Ctrl-C.")
  private Duration duration;

  public RecordCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    GazeshiftConfig config = GazeshiftConfig.load(options, new Flags());
    Recording recording = Recording.create(out, Optional.ofNullable(domain), faces, Instant.now());
    long startNanos = System.nanoTime();
    try (StopSignal stop = new StopSignal(Cluster.GRACE);
        Cluster cluster = Cluster.open(config.kafka(), config.broker());
        Recorder recorder =
            new Recorder(cluster.kafka(), recording, (long) (mostGib * BYTES_PER_GIB))) {
      console.out().printf("Recording to %s. Press Ctrl-C to stop.%n", out);
      console.out().flush();
      boolean room = true;
      while (room && !stop.isRequested() && !isOver(startNanos)) {
        room = recorder.poll(POLL);
        cluster.throwIfFailed();
      }
      console
          .out()
          .printf(
              Locale.ROOT,
              "%s%d records, %.1f MiB in all%n",
              room ? "" : "The recording has reached --max-gib. ",
              recorder.records(),
              recorder.bytes() / (double) (1 << 20));
      console.out().flush();
    }
    return ExitCode.DONE;
  }

  private boolean isOver(long startNanos) {
    return duration != null && System.nanoTime() - startNanos >= duration.toNanos();
  }
}
