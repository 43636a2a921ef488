package io.gazeshift.trials.harness;

import io.gazeshift.testing.ProgramProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The face models, without which no real camera is opened. */
public final class FaceModels {

  private FaceModels() {}

  /**
   * Fetched by the program's own command.
   *
   * @return the setting that names them; nothing where they cannot be had, as without npm
   */
  public static Optional<String> fetch(Path into) throws IOException, InterruptedException {
    String setting = "faces.models=" + Files.createDirectories(into);
    try (ProgramProcess fetch =
        ProgramProcess.start(into, Map.of(), "models", "fetch", "--set", setting)) {
      return fetch.waitFor(Duration.ofMinutes(2)) == 0 ? Optional.of(setting) : Optional.empty();
    }
  }
}
