package io.gazeshift.daemon.cli.run;

import io.gazeshift.adaptation.run.RunListener;
import io.gazeshift.common.cli.CommandProgress;
import io.gazeshift.common.cli.Console;

/** A progress bar for the current run on a terminal; without one, the log has the progress. */
final class RunProgressBar implements RunListener, AutoCloseable {

  private final Console console;
  private CommandProgress bar;

  RunProgressBar(Console console) {
    this.console = console;
  }

  @Override
  public synchronized void progress(String domain, double fraction) {
    if (!console.isTerminal()) {
      return;
    }
    if (bar == null) {
      bar = new CommandProgress(console, "adapting " + domain);
    }
    bar.accept(fraction);
    if (fraction >= 1) {
      close();
    }
  }

  @Override
  public synchronized void close() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}
