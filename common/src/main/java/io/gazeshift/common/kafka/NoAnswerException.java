package io.gazeshift.common.kafka;

import io.gazeshift.common.UserError;

/** No broker answers: it may still come, unlike one that rejects the client. */
public final class NoAnswerException extends UserError {

  private static final long serialVersionUID = 1;

  private final String reasons;

  NoAnswerException(UserError problem, String reasons) {
    super(String.valueOf(problem.getMessage()), problem.getCause(), false);
    this.reasons = reasons;
  }

  /** What was found at the addresses: {@code connection refused}. */
  public String reasons() {
    return reasons;
  }
}
