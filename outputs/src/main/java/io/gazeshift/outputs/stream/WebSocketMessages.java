package io.gazeshift.outputs.stream;

import io.gazeshift.common.http.WebSocketChannel;
import java.util.List;
import java.util.function.Consumer;

/** Messages over a web socket: each is a JSON object that has the data of the event in it. */
final class WebSocketMessages implements StreamTransport {

  /** What clients may offer as their protocol; they have to if they send a token in that way. */
  static final String PROTOCOL = "gazeshift";

  private final WebSocketChannel channel;

  WebSocketMessages(WebSocketChannel channel) {
    this.channel = channel;
  }

  @Override
  public void send(List<Message> messages, Consumer<Boolean> done) {
    channel.send(messages.stream().map(WebSocketMessages::json).toList(), done);
  }

  /** Neither a name nor an id has anything to escape. */
  private static String json(Message message) {
    String id = message.id().map(text -> ",\"id\":\"" + text + "\"").orElse("");
    return "{\"event\":\"" + message.name() + "\"" + id + ",\"data\":" + message.data() + "}";
  }

  @Override
  public void heartbeat(Consumer<Boolean> done) {
    channel.ping(done);
  }

  @Override
  public void end() {
    channel.close(WebSocketChannel.SERVER_ERROR, "see the last message");
  }

  @Override
  public void stop() {
    channel.close(WebSocketChannel.GOING_AWAY, "the server is stopping");
  }
}
