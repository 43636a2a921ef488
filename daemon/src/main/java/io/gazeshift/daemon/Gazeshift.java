package io.gazeshift.daemon;

import io.gazeshift.daemon.process.NativeCache;
import io.gazeshift.common.cli.Console;
import io.gazeshift.daemon.cli.Commands;

/** The program. */
public final class Gazeshift {

  private Gazeshift() {}

  public static void main(String[] args) {
    NativeCache.choose();
    System.exit(Commands.line(Console.system()).execute(args));
  }
}
