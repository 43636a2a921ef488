package io.gazeshift.daemon.cli.offline;

import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommandProgress;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.config.Secrets;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.predict.LensSettings;
import io.gazeshift.daemon.predict.ModelPredictor;
import io.gazeshift.daemon.predict.PredictionTally;
import io.gazeshift.daemon.predict.RowFormat;
import io.gazeshift.daemon.predict.SourcePrediction;
import io.gazeshift.ingest.ConfiguredCameras;
import io.gazeshift.ingest.OpenCamera;
import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.ingest.source.folder.ImageFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "predict",
    mixinStandardHelpOptions = true,
    description =
        "Predict gaze in pictures, folders of pictures, videos and streams, without Kafka.")
public final class PredictCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Parameters(
      arity = "1..*",
      paramLabel = "SOURCE",
      description = "Picture, folder of pictures, video, or any source that a camera can have.")
  private List<String> sources;

  @Option(
      names = {"--model", "--backbone"},
      paramLabel = "DIR",
      description = "Model directory. Default: infer.model, else the built-in model.")
  private Path model;

  @Option(
      names = "--head",
      paramLabel = "FILE",
      description = "Head to use. Default: the model's source head.")
  private Path headFile;

  @Mixin private LensOptions lens = new LensOptions();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "Output format: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private RowFormat format = RowFormat.CSV;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Output file. Default: standard output.")
  private Path out;

  @Option(
      names = "--draw",
      paramLabel = "DIR",
      description = "Folder for copies of the frames, with an arrow for each gaze.")
  private Path drawings;

  @Option(
      names = "--frames",
      paramLabel = "N",
      description = "Read at most N frames of each source. Default: all.")
  private long mostFrames = Long.MAX_VALUE;

  public PredictCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    CommandLogging.apply(options);
    if (out != null) {
      FileFlags.output("--out", out);
    }
    LensSettings settings = lens.settings();
    if (headFile != null) {
      FileFlags.file("--head", headFile);
    }
    List<Source> all = sources();
    GazeshiftConfig config = GazeshiftConfig.load(options, modelFor(all));
    if (drawings != null) {
      Files.createDirectories(drawings);
    }
    try (ModelPredictor predictor =
            ModelPredictor.open(config.infer(), config.ingest(), Optional.ofNullable(headFile));
        ConfiguredCameras cameras =
            new ConfiguredCameras(
                config.cameras(), config.faces(), config.ingest(), CaptureClock.system());
        PrintWriter rows = rows()) {
      format.header().ifPresent(rows::println);
      SourcePrediction prediction =
          new SourcePrediction(
              config.ingest(),
              predictor,
              Optional.ofNullable(drawings),
              row -> write(format.line(row), rows));
      return predictAll(all, settings, cameras, prediction);
    }
  }

  /** Rendered faces need the model of rendered faces, unless another one is asked for. */
  private Flags modelFor(List<Source> all) {
    boolean rendered = all.stream().allMatch(source -> source.address().startsWith("synthetic:"));
    boolean configured =
        !options.loadEffective(new Flags()).origin("infer.model").equals("default");
    return new Flags()
        .set(
            "--model",
            "infer.model",
            model == null && !configured && rendered ? BuiltInModel.STUDIO.path() : model);
  }

  /** Stops on a full disk or a closed pipe, where further rows would be lost. */
  private void write(String line, PrintWriter rows) {
    rows.println(line);
    if (rows.checkError()) {
      throw new UserError(
          "%s: cannot write; is the disk full, or the reader gone?"
              .formatted(out == null ? "standard output" : "--out: " + out));
    }
  }

  private PrintWriter rows() throws IOException {
    return out == null
        ? new PrintWriter(console.out(), true) {
          @Override
          public void close() {
            flush();
          }
        }
        : new PrintWriter(Files.newBufferedWriter(out));
  }

  /** A file is read as fast as possible, anything else at the pace of a camera. */
  private record Source(String name, boolean still, String address) {

    static Source file(Path file) {
      boolean still = ImageFiles.isOne(file);
      return new Source(
          file.getFileName().toString(),
          still,
          "%s:%s?speed=max".formatted(still ? "folder" : "file", file.toAbsolutePath()));
    }
  }

  private List<Source> sources() {
    List<Source> all = new ArrayList<>();
    for (String given : sources) {
      if (given.matches("[a-z0-9]{2,}:.*") || given.startsWith("/dev/")) {
        all.add(new Source(Secrets.withoutUserInfo(given), false, given));
        continue;
      }
      Path path = Path.of(given);
      if (Files.isDirectory(path)) {
        picturesIn(path).forEach(picture -> all.add(Source.file(picture)));
      } else {
        all.add(Source.file(FileFlags.file("SOURCE", path)));
      }
    }
    return all;
  }

  private static List<Path> picturesIn(Path folder) {
    try {
      return ImageFiles.in(folder);
    } catch (IOException e) {
      throw UserError.usage(e.getMessage());
    }
  }

  private int predictAll(
      List<Source> all,
      LensSettings settings,
      ConfiguredCameras cameras,
      SourcePrediction prediction)
      throws InterruptedException {
    PredictionTally total = PredictionTally.NOTHING;
    int unread = 0;
    try (CommandProgress progress = new CommandProgress(console, "predicting")) {
      for (int i = 0; i < all.size(); i++) {
        Source source = all.get(i);
        CameraConfig camera = settings.camera(source.address());
        try {
          OpenCamera opened = cameras.openerFor(camera).open();
          total =
              total.plus(prediction.run(source.name(), source.still(), camera, opened, mostFrames));
        } catch (IOException e) {
          unread++;
          console.err().printf("%s: %s%n", source.name(), e.getMessage());
        }
        progress.accept((i + 1.0) / all.size());
      }
    }
    console
        .err()
        .printf(
            "%d frames, %d gazes, %d frames without a face%s%n",
            total.frames(),
            total.gazes(),
            total.faceless(),
            unread == 0
                ? ""
                : "; %d of %d sources could not be read".formatted(unread, all.size()));
    return unread == all.size() ? ExitCode.FAILED : ExitCode.DONE;
  }
}
