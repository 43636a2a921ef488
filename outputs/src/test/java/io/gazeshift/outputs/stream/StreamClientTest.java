package io.gazeshift.outputs.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.http.MessageChannel;
import io.gazeshift.outputs.feed.EventGap;
import io.gazeshift.outputs.feed.EventPosition;
import io.gazeshift.outputs.feed.FeedFilter;
import io.gazeshift.outputs.feed.FeedMessage;
import io.gazeshift.outputs.feed.MissedEvents;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StreamClientTest {

  private final SlowChannel channel = new SlowChannel();
  private final List<Long> dropped = new ArrayList<>();
  private final List<StreamClient> gone = new ArrayList<>();

  private final List<EventGap> gaps = new ArrayList<>();

  private final StreamClient client = client("camera=left", Optional.empty());

  private StreamClient client(String query, Optional<String> lastEventId) {
    return new StreamClient(
        new ServerSentEvents(channel),
        StreamRequest.of(query, lastEventId),
        new StreamClient.StreamWatcher() {
          @Override
          public void dropped(long messages) {
            dropped.add(messages);
          }

          @Override
          public void gone(StreamClient client) {
            gone.add(client);
          }

          @Override
          public void resumes(StreamClient client, EventGap gap) {
            gaps.add(gap);
          }
        });
  }

  @Test
  void messagesAreEventsOfTheirKind() {
    client.opened(EventPosition.NONE);
    channel.takes();
    client.accept(List.of(prediction("left", "{\"n\":1}"), prediction("right", "{\"n\":2}")));
    channel.takes();

    assertThat(channel.sent)
        .containsExactly("event: open\ndata: {}\n\n", "event: prediction\ndata: {\"n\":1}\n\n");
  }

  @Test
  void eventsHaveAnIdWithWhichAClientGoesOn() {
    client.opened(new EventPosition(List.of(4L, 35L)));
    channel.takes();
    client.accept(List.of(event("{\"n\":1}", 5, 35), prediction("left", "{\"n\":2}")));
    channel.takes();

    assertThat(channel.sent)
        .containsExactly(
            "event: open\nid: 4.z\ndata: {}\n\n",
            "event: event\nid: 5.z\ndata: {\"n\":1}\n\nevent: prediction\ndata: {\"n\":2}\n\n");
  }

  @Test
  void aClientOfPredictionsGetsNoIds() {
    StreamClient predictions = client("kind=prediction", Optional.of("3.z"));
    predictions.opened(new EventPosition(List.of(4L, 35L)));
    channel.takes();

    assertThat(channel.sent).containsExactly("event: open\ndata: {}\n\n");
    assertThat(gaps).as("nothing to resume").isEmpty();
  }

  @Test
  void whatAClientMissedComesBeforeWhatIsPublishedMeanwhile() {
    StreamClient back = client("", Optional.of("3.z"));
    back.opened(new EventPosition(List.of(4L, 36L)));
    channel.takes();
    back.accept(List.of(event("{\"n\":3}", 5, 36)));
    assertThat(channel.sent)
        .as("its id stays what it was until it has what it missed")
        .containsExactly("event: open\ndata: {}\n\n");

    assertThat(gaps)
        .containsExactly(
            new EventGap(
                new EventPosition(List.of(3L, 35L)),
                new EventPosition(List.of(4L, 36L)),
                FeedFilter.ofQuery("")));
    back.resumed(
        new MissedEvents(
            List.of(event("{\"n\":1}", 4, 35), event("{\"n\":2}", 4, 36)),
            new EventPosition(List.of(4L, 36L)),
            Optional.of("older events are no longer kept")));

    assertThat(channel.sent.get(1))
        .isEqualTo(
            "event: event\nid: 4.z\ndata: {\"n\":1}\n\n"
                + "event: event\nid: 4.10\ndata: {\"n\":2}\n\n"
                + "event: resumed\nid: 4.10\n"
                + "data: {\"events\":2,\"missing\":\"older events are no longer kept\"}\n\n"
                + "event: event\nid: 5.10\ndata: {\"n\":3}\n\n");
  }

  @Test
  void aSlowClientLosesItsOldestMessagesAndIsToldHowMany() {
    client.opened(EventPosition.NONE);
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
  void predictionsAreDroppedBeforeEventsWhileAClientWaitsForWhatItMissed() {
    StreamClient back = client("", Optional.of("3"));
    back.opened(new EventPosition(List.of(4L)));
    channel.takes();
    back.accept(List.of(event("{\"n\":-1}", 5)));
    back.accept(
        IntStream.range(0, StreamClient.MOST_WAITING)
            .mapToObj(n -> prediction("left", "{\"n\":%d}".formatted(n)))
            .toList());
    back.accept(List.of(event("{\"n\":1000}", 6)));
    back.resumed(new MissedEvents(List.of(), new EventPosition(List.of(4L)), Optional.empty()));

    assertThat(channel.sent.get(1))
        .startsWith(
            """
            event: resumed
            id: 4
            data: {"events":0}

            event: dropped
            data: {"dropped":2}

            event: event
            id: 5
            data: {"n":-1}

            event: prediction
            data: {"n":2}

            """)
        .endsWith("event: event\nid: 6\ndata: {\"n\":1000}\n\n");
    assertThat(dropped).containsExactly(1L, 1L);
  }

  @Test
  void aClientThatGoesWhileItWaitsForWhatItMissedIsReported() {
    StreamClient back = client("", Optional.of("3"));
    back.opened(new EventPosition(List.of(4L)));
    channel.takes();
    back.heartbeat();
    channel.breaks();

    assertThat(gone).containsExactly(back);
    assertThat(back.isGone()).isTrue();
    back.resumed(new MissedEvents(List.of(), new EventPosition(List.of(4L)), Optional.empty()));
    assertThat(channel.sent).as("nothing more").hasSize(2);
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
    client.opened(EventPosition.NONE);
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
    return FeedMessage.ofPrediction(
        GazePrediction.newBuilder()
            .setIdentity(FaceIdentity.newBuilder().setDomain("lab").setCamera(camera))
            .build(),
        json);
  }

  private static FeedMessage event(String json, long... next) {
    FaceEvent event = FaceEvent.newBuilder().setDomain("lab").setCamera("left").build();
    FeedMessage message = FeedMessage.ofEvent(event, json);
    return new FeedMessage(
        message.kind(),
        message.source(),
        event,
        json,
        new EventPosition(Arrays.stream(next).boxed().toList()));
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
