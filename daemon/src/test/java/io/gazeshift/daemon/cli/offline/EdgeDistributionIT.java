package io.gazeshift.daemon.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The edge variant: the distribution without the jars of PyTorch and Parquet, which the profile
 * {@code edge} leaves out, prepared as an image prepares it.
 */
class EdgeDistributionIT {

  private static final long LIMIT_BYTES = 110L << 20;

  @TempDir private static Path work;
  private static Path edge;
  private static long bytes;

  @BeforeAll
  static void prepare() throws Exception {
    edge = work.resolve("edge");
    Path full = Path.of(System.getProperty("gazeshift.distribution"));
    try (Stream<Path> files = Files.walk(full)) {
      for (Path file : files.filter(EdgeDistributionIT::isInEdge).toList()) {
        Files.copy(file, edge.resolve(full.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
        bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
      }
    }
    Answer prepared = run("", edge.resolve("bin/gazeshift-prepare").toString());
    assertThat(prepared.exitCode()).as(prepared.text()).isZero();
  }

  private static boolean isInEdge(Path file) {
    return !file.getFileName().toString().matches("(pytorch|parquet|aircompressor)-.*")
        && !file.getFileName().toString().endsWith(".jsa")
        && Stream.iterate(file, Path::getParent)
            .takeWhile(path -> path != null)
            .noneMatch(path -> path.endsWith("native"));
  }

  @Test
  void itIsSmallAndForOnePlatform() throws IOException {
    assertThat(bytes).isLessThanOrEqualTo(LIMIT_BYTES);
    try (Stream<Path> libraries = Files.list(edge.resolve("lib"))) {
      Path onnxRuntime =
          libraries
              .filter(file -> file.getFileName().toString().startsWith("onnxruntime-1"))
              .findFirst()
              .orElseThrow();
      try (ZipFile jar = new ZipFile(onnxRuntime.toFile())) {
        assertThat(jar.stream().map(ZipEntry::getName).filter(name -> name.contains("/native/")))
            .filteredOn(name -> name.matches(".*\\.(so|dll|dylib)"))
            .hasSize(2)
            .allMatch(name -> name.contains("/linux-"));
      }
    }
  }

  /** With -Xshare:on, Java ends if it cannot use the archive. */
  @Test
  void theStartScriptUsesTheArchiveOfClasses() throws Exception {
    Answer version = gazeshift("-Xshare:on -Xlog:class+load", "version");

    assertThat(version.exitCode()).as(version.text()).isZero();
    assertThat(version.text())
        .contains("io.gazeshift.daemon.Gazeshift source: shared objects file")
        .contains("picocli.CommandLine source: shared objects file")
        .containsPattern("PyTorch \\(DJL\\) +not included")
        .doesNotContain("org.apache.kafka.clients.NetworkClient source");
  }

  @Test
  void anArchiveThatDoesNotFitIsIgnoredSilently() throws Exception {
    Answer version = gazeshift("-Dsome=thing", "version");
    Path added = Files.createFile(edge.resolve("lib/a.jar"));
    try {
      assertThat(gazeshift("-Dsome=thing", "version").text()).isEqualTo(version.text());
      assertThat(gazeshift("-Xshare:on", "version").exitCode()).isNotZero();
    } finally {
      Files.delete(added);
    }
  }

  @Test
  void itTakesItsNativeLibrariesFromWhereTheyWereUnpacked() throws Exception {
    Path home = Files.createDirectory(work.resolve("home"));
    Path temporary = Files.createDirectory(work.resolve("tmp"));
    Answer doctor =
        gazeshift("-Duser.home=%s -Djava.io.tmpdir=%s".formatted(home, temporary), "doctor");

    assertThat(doctor.text())
        .containsPattern("OpenCV .* loads")
        .containsPattern("FFmpeg .* loads")
        .containsPattern("ONNX Runtime .* loads")
        .containsPattern("note +PyTorch +not in this distribution");
    assertThat(doctor.exitCode()).as(doctor.text()).isZero();
    assertThat(libraries(home)).isEmpty();
    assertThat(libraries(temporary)).isEmpty();
  }

  private static List<Path> libraries(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.getFileName().toString().contains(".so")).toList();
    }
  }

  @Test
  void aHeadIsTrainedAndAdaptedWithoutPyTorch() throws Exception {
    SmallBanks.bank(1200, 0, 0.3, 1).write(work.resolve("bank"));
    SmallBanks.stream(80, -0.1, 0.06, 2).write(work.resolve("narrow"));

    Answer head =
        gazeshift(
            "",
            "head",
            "train",
            "--bank",
            "bank",
            "--out",
            "head",
            "--epochs",
            "20",
            "--lr",
            "0.01");
    assertThat(head.exitCode()).as(head.text()).isZero();
    Answer adapted =
        gazeshift(
            "", "adapt", "--bank", "bank", "--head", "head", "--target", "narrow", "--out", "new");
    assertThat(adapted.exitCode()).as(adapted.text()).isZero();
    assertThat(work.resolve("new")).exists();
  }

  @Test
  void whatNeedsPyTorchNamesTheRemedy() throws Exception {
    Answer pretrain = gazeshift("", "pretrain", "--out", "model", "--samples", "200");

    assertThat(pretrain.exitCode()).isEqualTo(1);
    assertThat(pretrain.text())
        .contains("this distribution has no PyTorch")
        .contains("use the full variant");
  }

  private static Answer gazeshift(String javaOptions, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(edge.resolve("bin/gazeshift").toString()));
    command.addAll(List.of(arguments));
    return run(javaOptions, command.toArray(String[]::new));
  }

  private static Answer run(String javaOptions, String... command) throws Exception {
    Path out = Files.createTempFile(work, "out", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(work.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("GAZESHIFT_"));
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().put("GAZESHIFT_OPTS", javaOptions);
    builder.environment().put("XDG_STATE_HOME", work.resolve("state").toString());
    builder.environment().put("XDG_CONFIG_HOME", work.resolve("config").toString());
    Process process = builder.start();
    if (!process.waitFor(3, TimeUnit.MINUTES)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw new AssertionError("still running: " + String.join(" ", command));
    }
    return new Answer(process.exitValue(), Files.readString(out, StandardCharsets.UTF_8));
  }

  private record Answer(int exitCode, String text) {}
}
