package io.gazeshift.broker;

import io.gazeshift.common.UserError;
import java.time.Duration;

/**
 * Listens to events of a running broker, for logs and metrics. Called on the thread that monitors
 * the broker: return quickly and do not throw.
 */
public interface BrokerListener {

  /** It exited unexpectedly; it is restarted after a pause. */
  default void died(long pid, int exitCode) {}

  /** It serves again, on the same port and with the same data. */
  default void restarted(long pid, Duration outage) {}

  /** One try to start it again failed. */
  default void restartFailed(UserError reason) {}

  /** It died too often in too short a time and stays down. */
  default void gaveUp(UserError reason) {}
}
