package io.gazeshift.common.http;

import java.util.function.Consumer;

/**
 * Sends messages to one client for as long as it stays, without a thread of its own. Only one
 * message is on its way at a time: the sender keeps the others, and decides which of them to drop.
 */
public interface MessageChannel {

  /**
   * Sends one message. The next one may be sent when this one is done.
   *
   * @param done is told, on any thread, whether the client is still there
   */
  void send(byte[] message, Consumer<Boolean> done);

  /** Ends the answer, or hangs up on a client that does not take its last message. */
  void close();
}
