package io.gazeshift.broker;

import io.gazeshift.common.UserError;
import java.time.Duration;

/**
 * Hears what happens to a broker after it was started, for logs and metrics. Called on the thread
 * that watches the broker: be quick and do not throw.
 */
public interface BrokerListener {

  /** It ended although nobody asked it to; it is started again after a while. */
  default void died(long pid, int exitCode) {}

  /** It serves again, on the same port and with the same data. */
  default void restarted(long pid, Duration outage) {}

  /** One try to start it again failed. */
  default void restartFailed(UserError reason) {}

  /** It died too often in too short a time and stays down. */
  default void gaveUp(UserError reason) {}
}
