package io.gazeshift.outputs.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.outputs.feed.FeedKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MqttQueueTest {

  private final MqttQueue queue = new MqttQueue(3);

  @Test
  void theOldestPredictionsAreDroppedFirst() throws Exception {
    assertThat(queue.add(List.of(event(1), prediction(2), prediction(3)))).isZero();
    assertThat(queue.add(List.of(prediction(4), event(5)))).isEqualTo(2);
    assertThat(taken()).containsExactly("1", "4", "5");
  }

  @Test
  void eventsAreDroppedWhereThereAreNoPredictions() throws Exception {
    assertThat(queue.add(List.of(event(1), event(2), event(3), event(4)))).isEqualTo(1);
    assertThat(taken()).containsExactly("2", "3", "4");
  }

  @Test
  void whatWasNotAcknowledgedComesFirstAgain() throws Exception {
    queue.add(List.of(prediction(3)));
    assertThat(queue.putBack(List.of(prediction(1), prediction(2)))).isZero();
    assertThat(taken()).containsExactly("1", "2", "3");
  }

  @Test
  void whereNewerOnesHaveComeMeanwhileItIsDropped() throws Exception {
    queue.add(List.of(prediction(3), prediction(4)));
    assertThat(queue.putBack(List.of(prediction(1), event(2)))).isEqualTo(1);
    assertThat(taken()).containsExactly("2", "3", "4");
  }

  @Test
  void whatLosesOneConnectionAfterAnotherIsSentAloneAndThenDropped() throws Exception {
    queue.add(List.of(event(1), event(2)));
    assertThat(queue.putBack(takenNotes())).isZero();
    List<MqttNote> again = takenNotes();
    assertThat(again).noneMatch(MqttNote::goesAlone);

    assertThat(queue.putBack(again)).isZero();
    MqttNote first = queue.take(Duration.ZERO).orElseThrow();
    assertThat(first.goesAlone()).isTrue();

    assertThat(queue.putBack(List.of(first))).isEqualTo(1);
    List<MqttNote> rest = takenNotes();
    assertThat(rest).extracting(MqttNote::json).containsExactly("2");
    assertThat(rest).allMatch(MqttNote::goesAlone);
  }

  private List<MqttNote> takenNotes() throws InterruptedException {
    List<MqttNote> taken = new ArrayList<>();
    while (queue.size() > 0) {
      taken.add(queue.take(Duration.ZERO).orElseThrow());
    }
    return taken;
  }

  private List<String> taken() throws InterruptedException {
    List<String> taken = new ArrayList<>();
    Optional<MqttNote> next = queue.take(Duration.ofMillis(1));
    while (next.isPresent()) {
      taken.add(next.get().json());
      next = queue.take(Duration.ofMillis(1));
    }
    return taken;
  }

  private static MqttNote prediction(int number) {
    return new MqttNote(FeedKind.PREDICTION, "t", Integer.toString(number));
  }

  private static MqttNote event(int number) {
    return new MqttNote(FeedKind.EVENT, "t", Integer.toString(number));
  }
}
