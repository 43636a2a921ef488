package io.gazeshift.daemon.doctor;

import io.gazeshift.common.UserError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One check of {@code gazeshift doctor}. */
public record SystemCheck(String name, Look look) {

  private static final Logger log = LoggerFactory.getLogger(SystemCheck.class);

  /** Runs the check; an exception is a finding too. */
  public interface Look {
    CheckFinding find() throws Exception;
  }

  /** Never throws. */
  public CheckFinding run() {
    try {
      return look.find();
    } catch (UserError e) {
      // Its message has the remedy.
      return CheckFinding.bad(e.getMessage(), "");
    } catch (Exception | LinkageError e) {
      log.warn("{}: {}", name, e.getMessage(), e);
      return CheckFinding.bad(
          firstLine(e),
          "run 'gazeshift doctor --verbose' for the stack trace, and report it if it persists");
    }
  }

  private static String firstLine(Throwable e) {
    String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return message.isBlank() ? e.getClass().getSimpleName() : message;
  }
}
