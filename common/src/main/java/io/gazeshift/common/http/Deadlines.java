package io.gazeshift.common.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.websocket.core.WebSocketConnection;
import org.jspecify.annotations.Nullable;

/**
 * Hangs up on clients that are slow without ever being idle, which is all that Jetty's own timeout
 * notices: each connection has at most one deadline. Thread-safe.
 */
final class Deadlines implements Connection.Listener {

  private static final Duration REQUEST_WITHIN = Duration.ofSeconds(5);

  private final Scheduler scheduler;
  private final Map<Connection, Scheduler.Task> byConnection = new ConcurrentHashMap<>();

  Deadlines(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /** The first deadline is for the head of the request, which a web socket has behind it. */
  @Override
  public void onOpened(Connection connection) {
    if (!(connection instanceof WebSocketConnection)) {
      set(connection, REQUEST_WITHIN);
    }
  }

  @Override
  public void onClosed(Connection connection) {
    clear(connection);
  }

  /** Closes the connection after this time, unless the deadline is cleared or set anew before. */
  void set(Connection connection, Duration within) {
    Scheduler.Task task =
        scheduler.schedule(
            () -> connection.getEndPoint().close(), within.toMillis(), TimeUnit.MILLISECONDS);
    cancel(byConnection.put(connection, task));
    if (!connection.getEndPoint().isOpen()) {
      clear(connection);
    }
  }

  void clear(Connection connection) {
    cancel(byConnection.remove(connection));
  }

  private static void cancel(Scheduler.@Nullable Task task) {
    if (task != null) {
      task.cancel();
    }
  }
}
