package io.gazeshift.daemon.cli.models;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.export.ExportCheck;
import io.gazeshift.backbone.export.OnnxExport;
import io.gazeshift.backbone.model.ModelDirectory;
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
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.data.SafetensorsException;
import io.gazeshift.inference.heads.HeadRecords;
import io.gazeshift.protocol.v1.HeadModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "export",
    description =
        "Write the head of a domain, with or without its backbone, to a file for other programs. An"
            + " ONNX file is verified against this program before it replaces FILE.")
final class ModelsExportCommand implements Callable<Integer> {

  /** The file formats. */
  enum Format {
    onnx,
    safetensors
  }

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  @SuppressWarnings("unused") // Used by picocli; --version means a head version here.
  private boolean help;

  @Option(
      names = "--domain",
      paramLabel = "NAME",
      description = "Domain whose head to export from gaze.models.")
  private String domain;

  @Option(
      names = "--version",
      paramLabel = "N",
      description = "Head version to export. Default: the active head.")
  private Long version;

  @Option(
      names = "--head",
      paramLabel = "FILE",
      description = "Head file (safetensors) to export instead of a domain's head.")
  private Path headFile;

  @Option(
      names = "--model",
      paramLabel = "DIR",
      description = "Model directory with the backbone. Default: infer.model.")
  private Path model;

  @Option(
      names = "--format",
      paramLabel = "NAME",
      description =
          "File format: ${COMPLETION-CANDIDATES}; safetensors holds the head alone, for 'models"
              + " import'. Default: by the ending of --out, else onnx.")
  private Format format;

  @Option(
      names = "--head-only",
      description = "Export the head without the backbone: from features to gaze.")
  private boolean headOnly;

  @Option(names = "--out", paramLabel = "FILE", required = true, description = "File to write.")
  private Path out;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  /** A head, its name in messages, and the metadata of the exported file. */
  private record Subject(HeadFile head, String name, Map<String, String> facts) {}

  /** What the file holds, and its largest difference from this program, if it was run. */
  private record Checked(String contents, Double difference) {}

  ModelsExportCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    CommandLogging.apply(options);
    if ((domain == null) == (headFile == null)) {
      throw UserError.usage("models export: give either --domain or --head");
    }
    if (domain == null && version != null) {
      throw UserError.usage("--version: goes with --domain; a file has no versions");
    }
    FileFlags.output("--out", out);
    if (format == null) {
      format = out.toString().endsWith(".safetensors") ? Format.safetensors : Format.onnx;
    }
    GazeshiftConfig config =
        GazeshiftConfig.load(options, new Flags().set("--model", "infer.model", model));
    Subject subject = headFile == null ? ofDomain(config) : ofFile();
    // The suffix stays last: runtimes go by it.
    Path part = out.resolveSibling(".%s.%s".formatted(UUID.randomUUID(), out.getFileName()));
    try {
      Checked checked = write(part, subject, config);
      Files.move(part, out, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
      answer(subject, checked);
    } finally {
      Files.deleteIfExists(part);
    }
    return ExitCode.DONE;
  }

  private Checked write(Path file, Subject subject, GazeshiftConfig config) throws IOException {
    HeadFile head = subject.head;
    if (format == Format.safetensors) {
      head.write(file, subject.facts);
      return new Checked(head.head() + " alone", null);
    }
    ExportCheck check = new ExportCheck(new Random(1));
    if (headOnly) {
      Files.write(file, OnnxExport.head(head.head(), subject.facts));
      return new Checked(head.head() + " alone", check.head(file, head.head()));
    }
    ModelDirectory directory = ModelDirectory.of(config.infer().model());
    try (Backbone backbone =
        directory.openBackbone(
            new BackboneOptions(config.infer().device(), config.infer().threads()))) {
      ModelDirectory.rejectForeign(head, subject.name, backbone);
      Map<String, String> facts = new LinkedHashMap<>(subject.facts);
      facts.put("preprocessing", directory.input().toJson());
      Files.write(
          file, OnnxExport.whole(directory.backboneFile(), directory.input(), head.head(), facts));
      return new Checked(
          "%s and %s".formatted(directory.name(), head.head()),
          check.whole(file, backbone, head.head()));
    }
  }

  private Subject ofFile() {
    try {
      HeadFile head = HeadFile.read(FileFlags.file("--head", headFile));
      return new Subject(head, headFile.toString(), facts(head));
    } catch (SafetensorsException e) {
      throw new UserError(e.getMessage(), e);
    }
  }

  private Subject ofDomain(GazeshiftConfig config) throws InterruptedException {
    try (VersionsSession session = VersionsSession.open(config)) {
      HeadModel current = session.versions().require(domain);
      HeadModel record =
          session.versions().require(domain, version == null ? current.getVersion() : version);
      HeadFile head = HeadRecords.file(record);
      Map<String, String> facts = facts(head);
      facts.put("domain", record.getDomain());
      facts.put("version", Long.toString(record.getVersion()));
      facts.put("parent_version", Long.toString(record.getParentVersion()));
      if (record.hasRestoredVersion()) {
        facts.put("restored_version", Long.toString(record.getRestoredVersion()));
      }
      facts.put("author", record.getAuthor());
      facts.put("created", VersionText.created(record).toString());
      facts.put("report_summary", record.getReportSummary());
      return new Subject(
          head, "head %d of domain '%s'".formatted(record.getVersion(), domain), facts);
    }
  }

  private static Map<String, String> facts(HeadFile head) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("output", "pitch and yaw in radians, in the axes of the normalised patch's camera");
    facts.put("head_sha256", head.head().sha256());
    facts.put("backbone_fingerprint", head.backboneFingerprint());
    return facts;
  }

  private void answer(Subject subject, Checked checked) throws IOException {
    long bytes = Files.size(out);
    if (json) {
      JsonOutput.print(
          console,
          JsonOutput.object()
              .put("file", out.toString())
              .put("format", format.name())
              .put("bytes", bytes)
              .put("head", subject.name)
              .put("head_sha256", subject.head.head().sha256())
              .put("contents", checked.contents)
              .put("max_difference_rad", checked.difference));
    } else {
      console
          .out()
          .printf(
              Locale.ROOT,
              "%s: %s (%s), %.2f MB%s%n",
              out,
              checked.contents,
              subject.name,
              bytes / 1e6,
              checked.difference == null
                  ? ""
                  : String.format(
                      Locale.ROOT,
                      "; verified with ONNX Runtime, largest difference %.1e rad",
                      checked.difference));
    }
  }
}
