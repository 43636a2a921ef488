package io.gazeshift.trials.harness;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Commands of the system that may be missing, or not allowed. */
final class Shell {

  private static final int PATIENCE_SECONDS = 20;

  private Shell() {}

  /** Whether it was there and ended well. */
  static boolean run(String... command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
