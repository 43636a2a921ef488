package io.gazeshift.backbone.engine;

/** What an engine's exception says, in one line. */
final class EngineMessage {

  private EngineMessage() {}

  /** PyTorch puts a trace of the network's code before what is wrong; that line is looked for. */
  static String of(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message = String.valueOf(root.getMessage());
    return message
        .lines()
        .filter(line -> line.startsWith("RuntimeError:"))
        .findFirst()
        .or(() -> message.lines().filter(line -> !line.isBlank()).findFirst())
        .orElse("no message");
  }
}
