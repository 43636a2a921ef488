package io.gazeshift.daemon;

import io.gazeshift.common.cli.Console;
import io.gazeshift.daemon.cli.Commands;
import io.gazeshift.daemon.process.NativeCache;

/** The program. */
public final class Gazeshift {

  private Gazeshift() {}

  public static void main(String[] args) {
    NativeCache.choose();
    System.exit(Commands.line(Console.system()).execute(args));
  }
}
