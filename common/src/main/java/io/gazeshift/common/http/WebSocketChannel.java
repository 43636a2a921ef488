package io.gazeshift.common.http;

import java.util.List;
import java.util.function.Consumer;

/**
 * Sends messages over a web socket for as long as its client stays, without a thread of its own.
 * Only one call is under way at a time: the sender keeps what comes meanwhile, and decides what to
 * drop.
 */
public interface WebSocketChannel {

  /** The server stops. */
  int GOING_AWAY = 1001;

  /** The server cannot do what the client wants. */
  int SERVER_ERROR = 1011;

  /**
   * Sends messages in this order, each as text. The next ones may be sent when these are done.
   *
   * @param done is told, on any thread, whether the client is still there
   */
  void send(List<String> messages, Consumer<Boolean> done);

  /** Shows the client, and everything between, that the connection lives. */
  void ping(Consumer<Boolean> done);

  /** Tells the client why, behind a message that is on its way, and then hangs up. */
  void close(int code, String reason);
}
