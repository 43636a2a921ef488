package io.gazeshift.daemon.offline;

import io.gazeshift.glsge.head.Head;

/** What a method has to say of one of its runs. */
public sealed interface Account permits PaperAccount, SafeAccount {

  /** The method's name on the command line. */
  String method();

  /** The head the run ended with. */
  Head head();
}
