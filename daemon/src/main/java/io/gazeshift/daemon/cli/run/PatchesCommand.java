package io.gazeshift.daemon.cli.run;

import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.DurationOption;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.cli.offline.PhotoPatchOptions;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.roles.Roles;
import io.gazeshift.ingest.ConfiguredCameras;
import io.gazeshift.ingest.IngestService;
import io.gazeshift.ingest.metrics.IngestMeters;
import io.gazeshift.ingest.preview.ContactSheet;
import io.gazeshift.ingest.preview.FrameViews;
import io.gazeshift.ingest.source.CaptureClock;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes patches: a contact sheet to check by eye, or those of photographs. Needs no Kafka. */
@Command(
    name = "patches",
    mixinStandardHelpOptions = true,
    description =
        "Write a contact sheet: the normalised faces that the model sees, side by side. With"
            + " --from: write the patches of labelled photographs.")
public final class PatchesCommand implements Callable<Integer> {

  private static final List<String> SHEET_OPTIONS =
      List.of("--columns", "--rows", "--every", "--cell", "--timeout");

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "Contact sheet to write, a .png or .jpg.")
  private Path file;

  @Mixin private PhotoPatchOptions photos = new PhotoPatchOptions();
  @Spec private CommandSpec spec;

  @Option(
      names = "--columns",
      paramLabel = "N",
      description = "Patches in a row. Default: ${DEFAULT-VALUE}.")
  private int columns = 8;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Rows of the sheet. Default: ${DEFAULT-VALUE}.")
  private int rows = 5;

  @Option(
      names = "--every",
      paramLabel = "N",
      description = "Take every Nth face of a camera. Default: ${DEFAULT-VALUE}.")
  private int every = 10;

  @Option(
      names = "--cell",
      paramLabel = "PIXELS",
      description = "Width and height of a patch on the sheet. Default: ${DEFAULT-VALUE}.")
  private int cell = 224;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = DurationOption.class,
      description = "Stop after this time, even if the sheet is not full. Default: 60s.")
  private Duration timeout = Duration.ofSeconds(60);

  public PatchesCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    CommandLogging.apply(options);
    if (photos.given()) {
      requireNoSheet();
      return photos.write(console, GazeshiftConfig.load(options, new Flags()));
    }
    photos.requireNone();
    if (file == null) {
      throw UserError.usage("patches: needs FILE for a contact sheet, or --from for photographs");
    }
    return writeSheet();
  }

  private void requireNoSheet() {
    boolean sized =
        SHEET_OPTIONS.stream().anyMatch(spec.commandLine().getParseResult()::hasMatchedOption);
    if (file != null || sized) {
      throw UserError.usage(
          "patches: FILE, %s make a contact sheet; leave them out with --from"
              .formatted(String.join(", ", SHEET_OPTIONS)));
    }
  }

  private int writeSheet() throws InterruptedException {
    if (columns < 1 || rows < 1 || every < 1 || cell < 16) {
      throw UserError.usage("--columns, --rows and --every: at least 1; --cell: at least 16");
    }
    FileFlags.output("FILE", file);
    GazeshiftConfig config = GazeshiftConfig.load(options, new Flags());
    Roles.checkCameras(config);
    ContactSheet sheet = new ContactSheet(columns, rows, every, cell);
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    CaptureClock clock = CaptureClock.system();
    try (ConfiguredCameras cameras =
            new ConfiguredCameras(config.cameras(), config.faces(), config.ingest(), clock);
        IngestService ingest =
            new IngestService(
                config.cameras(),
                config.ingest(),
                cameras::openerFor,
                sheet,
                FrameViews.NONE,
                1,
                clock,
                registry)) {
      ingest.start();
      long startNanos = System.nanoTime();
      do {
        TimeUnit.MILLISECONDS.sleep(100);
      } while (!sheet.isFull()
          && anyRuns(registry)
          && System.nanoTime() - startNanos < timeout.toNanos());
    }
    sheet.write(file);
    console.out().printf("wrote %d patches to %s%n", sheet.count(), file);
    return ExitCode.DONE;
  }

  private static boolean anyRuns(SimpleMeterRegistry registry) {
    return registry.find(IngestMeters.RUNNING.name()).gauges().stream()
        .mapToDouble(Gauge::value)
        .anyMatch(running -> running > 0);
  }
}
