package io.gazeshift.daemon.doctor;

/** One thing the doctor looks at. */
public record Check(String name, Look look) {

  /** Looks, and tells what it found. May throw: that is a finding too. */
  public interface Look {
    Finding find() throws Exception;
  }

  /** Never throws. */
  public Finding run() {
    try {
      return look.find();
    } catch (Exception | LinkageError e) {
      return Finding.bad(
          firstLine(e), "run 'gazeshift doctor --verbose' for the trace, and report it if it stays");
    }
  }

  private static String firstLine(Throwable e) {
    String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return message.isBlank() ? e.getClass().getSimpleName() : message;
  }
}
