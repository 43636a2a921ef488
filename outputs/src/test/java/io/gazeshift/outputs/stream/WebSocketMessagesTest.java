package io.gazeshift.outputs.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.http.WebSocketChannel;
import io.gazeshift.outputs.feed.EventPosition;
import io.gazeshift.outputs.stream.StreamTransport.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class WebSocketMessagesTest {

  private final RecordingChannel channel = new RecordingChannel();
  private final WebSocketMessages messages = new WebSocketMessages(channel);

  @Test
  void eachMessageIsAnObjectWithNameIdAndData() {
    messages.send(
        List.of(
            Message.of("open", new EventPosition(List.of(4L, 35L)), "{}"),
            Message.of("prediction", EventPosition.NONE, "{\"yawRad\":0.05}")),
        done -> {});

    assertThat(channel.sent)
        .containsExactly(
            "{\"event\":\"open\",\"id\":\"4.z\",\"data\":{}}",
            "{\"event\":\"prediction\",\"data\":{\"yawRad\":0.05}}");
  }

  @Test
  void aHeartbeatIsAPing() {
    messages.heartbeat(done -> {});
    assertThat(channel.sent).containsExactly("ping");
  }

  @Test
  void theCodeSaysWhyTheSocketIsClosed() {
    messages.end();
    messages.stop();
    assertThat(channel.sent)
        .containsExactly("close 1011 see the last message", "close 1001 the server is stopping");
  }

  private static final class RecordingChannel implements WebSocketChannel {
    final List<String> sent = new ArrayList<>();

    @Override
    public void send(List<String> messages, Consumer<Boolean> done) {
      sent.addAll(messages);
    }

    @Override
    public void ping(Consumer<Boolean> done) {
      sent.add("ping");
    }

    @Override
    public void close(int code, String reason) {
      sent.add("close " + code + " " + reason);
    }
  }
}
