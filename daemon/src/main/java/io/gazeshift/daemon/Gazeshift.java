package io.gazeshift.daemon;

import io.gazeshift.common.cli.Console;
import io.gazeshift.daemon.cli.Commands;
import io.gazeshift.daemon.process.NativeCache;
import io.gazeshift.daemon.process.ProcessExit;

/** The program. */
public final class Gazeshift {

  private Gazeshift() {}

  public static void main(String[] args) {
    ProcessExit.atOnceOnSignals();
    NativeCache.choose();
    ProcessExit.with(Commands.line(Console.system(), args).execute(args));
  }
}
