package io.gazeshift.trials.harness;

import io.gazeshift.ingest.synthetic.RenderedFaces;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;

/**
 * Size and location of a trial run.
 *
 * @param scratch a directory that exists; each trial makes its own below it
 * @param size how much of each fault
 * @param seed of the random numbers
 * @param auditData vulnerability data of libraries, if downloaded
 * @param faces what the cameras of the trials see
 */
public record TrialPlan(
    Path scratch, TrialSize size, long seed, Optional<Path> auditData, RenderedFaces faces) {

  private static final int DIFFERENT_FACES = 40;

  public static TrialPlan of(Path scratch, TrialSize size, long seed, Optional<Path> auditData)
      throws InterruptedException {
    return new TrialPlan(
        scratch,
        size,
        seed,
        auditData,
        new RenderedFaces(SyntheticScene.STUDIO, seed, DIFFERENT_FACES));
  }

  /** How often a fault is injected. */
  public int rounds() {
    return size.rounds();
  }

  /** How often one is injected that takes so many times as long; at least once. */
  public int rounds(int timesAsLong) {
    return Math.max(1, size.rounds() / timesAsLong);
  }

  /** How many damaged records are sent to each topic. */
  public int records() {
    return size.records();
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
