package io.gazeshift.outputs.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gazeshift.common.http.MessageChannel;
import java.util.List;
import java.util.function.Consumer;

/** Messages as server-sent events: those that wait leave in one piece. */
final class ServerSentEvents implements StreamTransport {

  static final String TYPE = "text/event-stream";

  private final MessageChannel channel;

  ServerSentEvents(MessageChannel channel) {
    this.channel = channel;
  }

  @Override
  public void send(List<Message> messages, Consumer<Boolean> done) {
    StringBuilder text = new StringBuilder();
    for (Message message : messages) {
      text.append("event: ").append(message.name());
      message.id().ifPresent(id -> text.append("\nid: ").append(id));
      text.append("\ndata: ").append(message.data()).append("\n\n");
    }
    send(text.toString(), done);
  }

  @Override
  public void heartbeat(Consumer<Boolean> done) {
    send(": still here\n\n", done);
  }

  private void send(String text, Consumer<Boolean> done) {
    channel.send(text.getBytes(UTF_8), done);
  }

  @Override
  public void end() {
    channel.close();
  }

  @Override
  public void stop() {
    channel.close();
  }
}
