package io.gazeshift.daemon.doctor;

import io.gazeshift.common.UserError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One thing the doctor looks at. */
public record Check(String name, Look look) {

  private static final Logger log = LoggerFactory.getLogger(Check.class);

  /** Looks, and tells what it found. May throw: that is a finding too. */
  public interface Look {
    Finding find() throws Exception;
  }

  /** Never throws. */
  public Finding run() {
    try {
      return look.find();
    } catch (UserError e) {
      // Its message says what to do.
      return Finding.bad(e.getMessage(), "");
    } catch (Exception | LinkageError e) {
      log.warn("{}: {}", name, e.getMessage(), e);
      return Finding.bad(
          firstLine(e),
          "run 'gazeshift doctor --verbose' for the trace, and report it if it stays");
    }
  }

  private static String firstLine(Throwable e) {
    String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return message.isBlank() ? e.getClass().getSimpleName() : message;
  }
}
