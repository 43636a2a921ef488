package io.gazeshift.trials.harness;

import io.gazeshift.ingest.synthetic.RenderedFaces;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/**
 * Size and location of a trial run.
 *
 * @param scratch a directory that exists; each trial makes its own below it
 * @param rounds how often a fault is injected
 * @param records how many damaged records are sent to each topic
 * @param seed of the random numbers
 * @param fuzz how long inputs for the decoders are searched
 * @param soak how long the soak lasts
 * @param auditData vulnerability data of libraries, if downloaded
 * @param faces what the cameras of the trials see
 */
public record TrialPlan(
    Path scratch,
    int rounds,
    int records,
    long seed,
    Duration fuzz,
    Duration soak,
    Optional<Path> auditData,
    RenderedFaces faces) {

  private static final int DIFFERENT_FACES = 40;

  public static TrialPlan of(
      Path scratch,
      int rounds,
      int records,
      long seed,
      Duration fuzz,
      Duration soak,
      Optional<Path> auditData)
      throws InterruptedException {
    return new TrialPlan(
        scratch,
        rounds,
        records,
        seed,
        fuzz,
        soak,
        auditData,
        new RenderedFaces(SyntheticScene.STUDIO, seed, DIFFERENT_FACES));
  }

  /** The same numbers for the same trial of the same seed. */
  public Random random(String trial) {
    return new Random(seed * 31 + trial.hashCode());
  }

  /** A directory of its own, empty. */
  public Path directory(String trial) throws IOException {
    return Files.createTempDirectory(scratch, trial + "-");
  }
}
