package io.gazeshift.daemon.cli.targets;

import io.gazeshift.adaptation.config.DomainConfig;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.FileFlags;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.cli.TextTable;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.targets.config.DomainTargets;
import io.gazeshift.targets.draw.CameraPicture;
import io.gazeshift.targets.draw.SeenSize;
import io.gazeshift.targets.draw.TargetDrawing;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.Target;
import io.gazeshift.targets.shape.TargetFindings;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import javax.imageio.ImageIO;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description =
        "Draw the targets of a domain from above, from the side and as the person sees them, and"
            + " report what is wrong with them.")
final class TargetsCheckCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = "--domain",
      paramLabel = "NAME",
      description = "Domain to check. Default: the only one with targets.")
  private String domain;

  @Option(
      names = "--head",
      paramLabel = "X,Y,Z",
      description =
          "Where the person's head is, in millimetres, in the camera's axes. Default: the"
              + " driver-head of the domain, or straight in front of the camera, at its"
              + " distance-mm.")
  private String head;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "File for the drawing (SVG). Default: targets-DOMAIN.svg.")
  private Path out;

  @Option(
      names = "--picture",
      paramLabel = "FILE",
      description =
          "Picture from the camera (JPEG or PNG) to draw on: an arrow for each target shows which"
              + " way the eyes turn.")
  private Path picture;

  @Option(
      names = "--fov-degrees",
      paramLabel = "N",
      description = "Horizontal field of view of that picture. Default: ${DEFAULT-VALUE}.")
  private double fieldOfViewDegrees = 60;

  TargetsCheckCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    CommandLogging.apply(options);
    GazeshiftConfig config = GazeshiftConfig.load(options, new Flags());
    DomainTargets targets = targets(config);
    PointMm from = head == null ? usualHead(config, targets) : head(head);
    Path file =
        FileFlags.output(
            "--out", out == null ? Path.of("targets-%s.svg".formatted(targets.domain())) : out);
    Optional<CameraPicture> photo =
        picture == null
            ? Optional.empty()
            : Optional.of(photo(FileFlags.file("--picture", picture)));
    Files.writeString(
        file, new TargetDrawing(targets.domain(), targets.targets(), from).svg(photo));
    console
        .out()
        .printf(
            Locale.ROOT,
            "domain %s, seen from a head at %.0f %.0f %.0f mm%n",
            targets.domain(),
            from.x(),
            from.y(),
            from.z());
    table(targets, from).print(console);
    List<String> findings = new ArrayList<>(TargetFindings.ofNames(targets.targets()));
    targets.targets().forEach(target -> findings.addAll(TargetFindings.of(target, from)));
    findings.forEach(finding -> console.out().println(console.red("wrong: " + finding)));
    console.out().printf("drawing: %s%n", file);
    console.out().flush();
    return findings.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private static PointMm usualHead(GazeshiftConfig config, DomainTargets targets) {
    return config.drivers().stream()
        .filter(driver -> driver.domain().equals(targets.domain()))
        .flatMap(driver -> driver.head().stream())
        .findFirst()
        .orElseGet(targets::head);
  }

  private DomainTargets targets(GazeshiftConfig config) {
    List<DomainTargets> all =
        config.domains().stream()
            .map(DomainConfig::targets)
            .filter(each -> !each.targets().isEmpty())
            .filter(each -> domain == null || each.domain().equals(domain))
            .toList();
    if (all.isEmpty()) {
      throw UserError.usage(
          domain == null
              ? "targets check: no domain has targets; describe them in domains[].targets, see docs/use/targets.md"
              : "--domain: '%s' has no targets; describe them in domains[].targets, see docs/use/targets.md"
                  .formatted(domain));
    }
    if (all.size() > 1) {
      throw UserError.usage(
          "--domain: several domains have targets; give one of %s"
              .formatted(String.join(", ", all.stream().map(DomainTargets::domain).toList())));
    }
    return all.get(0);
  }

  private static TextTable table(DomainTargets targets, PointMm head) {
    TextTable table =
        new TextTable(
            "target", "kind", "distance", "gaze from that head (pitch, yaw)", "size", "share");
    for (Target target : targets.targets()) {
      Optional<SeenSize> seen = SeenSize.of(target.shape(), head);
      table.row(
          target.name(),
          target.shape().kind(),
          seen.map(size -> distance(size.distanceMm())).orElse("-"),
          seen.map(TargetsCheckCommand::gaze).orElse("not seen from there"),
          seen.map(
                  size ->
                      String.format(
                          Locale.ROOT, "%.1f° x %.1f°", size.widthDeg(), size.heightDeg()))
              .orElse("-"),
          target.share().isPresent() ? Double.toString(target.share().getAsDouble()) : "-");
    }
    return table;
  }

  private static String distance(double mm) {
    return Double.isInfinite(mm) ? "infinite" : String.format(Locale.ROOT, "%.0f mm", mm);
  }

  private static String gaze(SeenSize seen) {
    double pitch = seen.gaze().pitchDeg();
    double yaw = seen.gaze().yawDeg();
    return String.format(
        Locale.ROOT,
        "%.1f° %s, %.1f° to the person's %s",
        Math.abs(pitch),
        pitch < 0 ? "down" : "up",
        Math.abs(yaw),
        yaw < 0 ? "left" : "right");
  }

  private static PointMm head(String text) {
    return PointMm.parse(text)
        .filter(at -> at.z() > 0)
        .orElseThrow(
            () ->
                UserError.usage(
                    "--head: '%s' is not X,Y,Z in millimetres in front of the camera (Z above 0), such as 0,0,650"
                        .formatted(text)));
  }

  private CameraPicture photo(Path file) throws IOException {
    if (!(fieldOfViewDegrees >= 5 && fieldOfViewDegrees <= 170)) {
      throw UserError.usage(
          "--fov-degrees: %s is not between 5 and 170".formatted(fieldOfViewDegrees));
    }
    BufferedImage image = ImageIO.read(file.toFile());
    if (image == null) {
      throw UserError.usage("--picture: %s is no JPEG or PNG picture".formatted(file));
    }
    boolean isPng = file.toString().toLowerCase(Locale.ROOT).endsWith(".png");
    return new CameraPicture(
        Files.readAllBytes(file),
        isPng ? "image/png" : "image/jpeg",
        image.getWidth(),
        image.getHeight(),
        CameraPicture.focalPx(image.getWidth(), fieldOfViewDegrees));
  }
}
