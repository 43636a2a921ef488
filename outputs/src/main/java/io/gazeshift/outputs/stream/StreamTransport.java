package io.gazeshift.outputs.stream;

import io.gazeshift.outputs.feed.EventPosition;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How messages get to one client, without a thread for it. Only one call is under way at a time: a
 * {@link StreamClient} keeps what comes meanwhile.
 */
interface StreamTransport {

  /**
   * What the client gets.
   *
   * @param name what kind of data it is
   * @param id with which a client goes on after it
   * @param data one JSON object on one line
   */
  record Message(String name, Optional<String> id, String data) {

    static Message of(String name, EventPosition position, String data) {
      return new Message(
          name, position.isNone() ? Optional.empty() : Optional.of(position.id()), data);
    }
  }

  /**
   * Sends messages, one or more, in this order.
   *
   * @param done is told, on any thread, whether the client is still there
   */
  void send(List<Message> messages, Consumer<Boolean> done);

  /** Shows a client that waits, and everything between, that the connection lives. */
  void heartbeat(Consumer<Boolean> done);

  /** Ends the connection after its last message, which said why. */
  void end();

  /** Ends the connection because the server stops, also if its client takes nothing. */
  void stop();
}
