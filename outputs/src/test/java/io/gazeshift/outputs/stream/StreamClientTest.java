package io.gazeshift.outputs.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.http.MessageChannel;
import io.gazeshift.outputs.feed.FeedFilter;
import io.gazeshift.outputs.feed.FeedKind;
import io.gazeshift.outputs.feed.FeedMessage;
import io.gazeshift.protocol.v1.GazePrediction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StreamClientTest {

  private final SlowChannel channel = new SlowChannel();
  private final List<Long> dropped = new ArrayList<>();
  private final List<StreamClient> gone = new ArrayList<>();

  private final StreamClient client =
      new StreamClient(
          channel,
          FeedFilter.ofQuery("camera=left"),
          new StreamClient.StreamWatcher() {
            @Override
            public void dropped(long messages) {
              dropped.add(messages);
            }

            @Override
            public void gone(StreamClient client) {
              gone.add(client);
            }
          });

  @Test
  void messagesAreEventsOfTheirKind() {
    client.opened();
    channel.takes();
    client.accept(List.of(prediction("left", "{\"n\":1}"), prediction("right", "{\"n\":2}")));
    channel.takes();

    assertThat(channel.sent)
        .containsExactly("event: open\ndata: {}\n\n", "event: prediction\ndata: {\"n\":1}\n\n");
  }

  @Test
  void aSlowClientLosesItsOldestMessagesAndIsToldHowMany() {
    client.opened();
    int more = 10;
    client.accept(
        IntStream.range(0, StreamClient.MOST_WAITING + more)
            .mapToObj(n -> prediction("left", "{\"n\":%d}".formatted(n)))
            .toList());
    assertThat(channel.sent).as("one at a time").hasSize(1);
    channel.takes();

    assertThat(channel.sent).hasSize(2);
    assertThat(channel.sent.get(1))
        .startsWith("event: dropped\ndata: {\"dropped\":10}\n\nevent: prediction\n")
        .contains("data: {\"n\":10}\n")
        .doesNotContain("data: {\"n\":9}\n")
        .endsWith("data: {\"n\":%d}\n\n".formatted(StreamClient.MOST_WAITING + more - 1));
    assertThat(dropped).containsExactly((long) more);
  }

  @Test
  void aHeartbeatIsSentOnlyWhereThereIsNothingElse() {
    client.heartbeat();
    assertThat(channel.sent).containsExactly(": still here\n\n");
    client.accept(List.of(prediction("left", "{}")));
    client.heartbeat();
    channel.takes();
    channel.takes();
    assertThat(channel.sent).hasSize(2);
    assertThat(channel.sent.get(1)).startsWith("event: prediction");
  }

  @Test
  void aClientThatHasGoneIsReportedOnce() {
    client.opened();
    channel.breaks();
    client.accept(List.of(prediction("left", "{}")));
    client.heartbeat();

    assertThat(gone).containsExactly(client);
    assertThat(channel.sent).hasSize(1);
  }

  @Test
  void aRefusalIsTheLastMessage() {
    client.refused("may not \"read\"");
    channel.takes();
    client.accept(List.of(prediction("left", "{}")));

    assertThat(gone).containsExactly(client);
    assertThat(channel.closed).isTrue();
    assertThat(channel.sent)
        .containsExactly("event: problem\ndata: {\"problem\":\"may not \\\"read\\\"\"}\n\n");
  }

  private static FeedMessage prediction(String camera, String json) {
    return new FeedMessage(
        FeedKind.PREDICTION,
        "lab",
        Optional.of(camera),
        OptionalInt.of(0),
        GazePrediction.getDefaultInstance(),
        json);
  }

  /** Takes a message only when told to. */
  private static final class SlowChannel implements MessageChannel {
    final List<String> sent = new ArrayList<>();
    boolean closed;
    private Optional<Consumer<Boolean>> onItsWay = Optional.empty();

    @Override
    public void send(byte[] message, Consumer<Boolean> done) {
      assertThat(onItsWay).isEmpty();
      sent.add(new String(message, UTF_8));
      onItsWay = Optional.of(done);
    }

    void takes() {
      end(true);
    }

    void breaks() {
      end(false);
    }

    private void end(boolean stillThere) {
      Consumer<Boolean> done = onItsWay.orElseThrow();
      onItsWay = Optional.empty();
      done.accept(stillThere);
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
