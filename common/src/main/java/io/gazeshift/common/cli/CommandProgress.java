package io.gazeshift.common.cli;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.DoubleConsumer;

/** A progress bar on standard error, so that standard output contains only the result. */
public final class CommandProgress implements AutoCloseable, DoubleConsumer {

  private static final Duration PLAIN_EVERY = Duration.ofSeconds(5);

  private final StatusLine status;
  private final ProgressBar bar;

  public CommandProgress(Console console, String label) {
    InstantSource clock = InstantSource.system();
    Console toErr =
        new Console(console.err(), console.err(), console.isTerminal(), console.width(), Map.of());
    this.status = new StatusLine(toErr, clock, PLAIN_EVERY);
    this.bar = new ProgressBar(status, clock, label);
  }

  @Override
  public void accept(double fraction) {
    bar.update(fraction);
  }

  /** Prints something that stays, above the bar. */
  public void say(String line) {
    status.println(line);
  }

  @Override
  public void close() {
    status.close();
  }
}
