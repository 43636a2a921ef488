package io.gazeshift.outputs.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.v1.FaceEvent;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MissedEventsTest {

  private static final EventPosition START = new EventPosition(List.of(10L, 20L));
  private static final EventPosition NOW = new EventPosition(List.of(13L, 22L));

  private final MissedEvents.Merge merge = new MissedEvents.Merge();

  @Test
  void partitionsAreMergedByTimeAndEachIdIsThePositionAfterItsEvent() {
    add(0, 10, 100);
    add(0, 12, 300);
    add(1, 20, 200);

    MissedEvents missed = merge.newest(10, START, NOW, List.of());

    assertThat(ids(missed)).containsExactly("0@10 b.k", "1@20 b.l", "0@12 d.l");
    assertThat(missed.missing()).isEmpty();
    assertThat(missed.now()).isEqualTo(NOW);
  }

  @Test
  void aClockThatWasSetBackChangesNoPartitionsOrder() {
    add(0, 10, 500);
    add(0, 11, 100);
    add(1, 20, 200);

    assertThat(ids(merge.newest(10, START, NOW, List.of())))
        .containsExactly("1@20 a.l", "0@10 b.l", "0@11 c.l");
  }

  @Test
  void ofTooManyOnlyTheNewestAreSentAndTheGapIsTold() {
    add(0, 10, 100);
    add(0, 11, 200);
    add(1, 20, 300);

    MissedEvents missed = merge.newest(2, START, NOW, List.of("older events are no longer kept"));

    assertThat(ids(missed)).containsExactly("0@11 c.k", "1@20 c.l");
    assertThat(missed.missing())
        .isEqualTo(
            Optional.of(
                "older events are no longer kept; more than 2 events; only the newest are sent"));
  }

  private void add(int partition, long offset, long millis) {
    merge.add(
        partition,
        offset,
        millis,
        FeedMessage.ofEvent(FaceEvent.getDefaultInstance(), partition + "@" + offset));
  }

  private static List<String> ids(MissedEvents missed) {
    return missed.events().stream()
        .map(event -> event.json() + " " + event.position().id())
        .toList();
  }
}
