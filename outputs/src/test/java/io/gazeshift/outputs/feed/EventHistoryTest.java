package io.gazeshift.outputs.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventHistoryTest {

  private static final Duration LONG = Duration.ofSeconds(10);
  private static final EventPosition AFTER = new EventPosition(List.of(3L));
  private static final EventPosition NOW = new EventPosition(List.of(8L));

  private final SlowStore store = new SlowStore();
  private final EventHistory history = new EventHistory(store::missed);

  @AfterEach
  void close() {
    history.close();
  }

  @Test
  void readersThatWaitAreAnsweredTogetherAndTheLongestWaitingFirst() {
    Reader first = new Reader();
    read(first);
    store.awaitReadings(1);
    List<Reader> waiting = readers(EventHistory.MOST_AT_ONCE + 1);
    store.permits.release(3);

    await().atMost(LONG).until(() -> waiting.stream().allMatch(Reader::isTold));
    assertThat(store.sizes).containsExactly(1, EventHistory.MOST_AT_ONCE, 1);
    assertThat(first.told).containsExactly(found(NOW));
  }

  @Test
  void eachReaderIsToldOfItsOwnGap() {
    store.permits.release(10);
    Reader one = new Reader();
    Reader other = new Reader();
    EventPosition later = new EventPosition(List.of(9L));
    history.read(gap(NOW), one);
    history.read(gap(later), other);

    await().atMost(LONG).until(() -> one.isTold() && other.isTold());
    assertThat(one.told).containsExactly(found(NOW));
    assertThat(other.told).containsExactly(found(later));
  }

  @Test
  void nothingIsReadForReadersThatHaveGone() {
    read(new Reader());
    store.awaitReadings(1);
    List<Reader> gone = readers(3 * EventHistory.MOST_AT_ONCE);
    gone.forEach(history::remove);
    Reader stays = new Reader();
    read(stays);
    store.permits.release(10);

    await().atMost(LONG).until(stays::isTold);
    assertThat(store.sizes).containsExactly(1, 1);
    assertThat(gone).noneMatch(Reader::isTold);
  }

  @Test
  void readersThatComeAndGoForEverLeaveNothingBehindAndTakeNoPlace() {
    read(new Reader());
    store.awaitReadings(1);
    for (int i = 0; i < 10 * EventHistory.MOST_WAITING; i++) {
      Reader reader = new Reader();
      read(reader);
      history.remove(reader);
      assertThat(reader.told).isEmpty();
    }
    Reader honest = new Reader();
    read(honest);
    store.permits.release(2);

    await().atMost(LONG).until(honest::isTold);
    assertThat(honest.told).containsExactly(found(NOW));
    assertThat(store.sizes).containsExactly(1, 1);
  }

  @Test
  void whereTooManyWaitAReaderIsToldAtOnceThatItsEventsAreMissing() {
    read(new Reader());
    store.awaitReadings(1);
    List<Reader> waiting = readers(EventHistory.MOST_WAITING);
    Reader beyond = new Reader();
    read(beyond);

    assertThat(beyond.told)
        .containsExactly(MissedEvents.unknown(NOW, "500 clients wait for missed events already"));
    store.permits.release(EventHistory.MOST_WAITING);
    await().atMost(LONG).until(() -> waiting.stream().allMatch(Reader::isTold));
    assertThat(waiting).allMatch(reader -> reader.told.equals(List.of(found(NOW))));
  }

  @Test
  void aReadingThatFailsIsToldAndTheNextOnesGoOn() {
    store.permits.release(10);
    store.failing = true;
    Reader unlucky = new Reader();
    read(unlucky);
    await().atMost(LONG).until(unlucky::isTold);
    assertThat(unlucky.told)
        .containsExactly(MissedEvents.unknown(NOW, "the server failed to read them"));

    store.failing = false;
    Reader next = new Reader();
    read(next);
    await().atMost(LONG).until(next::isTold);
    assertThat(next.told).containsExactly(found(NOW));
  }

  @Test
  void aReaderThatFailsKeepsNoOtherFromBeingTold() {
    read(new Reader());
    store.awaitReadings(1);
    history.read(
        gap(NOW),
        missed -> {
          throw new IllegalStateException("a connection that is broken");
        });
    Reader other = new Reader();
    read(other);
    store.permits.release(2);

    await().atMost(LONG).until(other::isTold);
    assertThat(other.told).containsExactly(found(NOW));
    assertThat(store.sizes).containsExactly(1, 2);
  }

  @Test
  void whereEventsCannotBeReadAReaderIsToldAtOnce() {
    Reader reader = new Reader();
    history.read(gap(EventPosition.NONE), reader);

    assertThat(reader.told)
        .containsExactly(
            MissedEvents.unknown(
                EventPosition.NONE, "this process's Kafka user may not read gaze.events"));
    assertThat(store.sizes).isEmpty();
  }

  private List<Reader> readers(int count) {
    List<Reader> readers = IntStream.range(0, count).mapToObj(i -> new Reader()).toList();
    readers.forEach(this::read);
    return readers;
  }

  private void read(Reader reader) {
    history.read(gap(NOW), reader);
  }

  private static EventGap gap(EventPosition now) {
    return new EventGap(AFTER, now, FeedFilter.ofQuery(""));
  }

  private static MissedEvents found(EventPosition now) {
    return new MissedEvents(List.of(), now, Optional.empty());
  }

  private static final class Reader implements ReturningReader {
    final List<MissedEvents> told = new CopyOnWriteArrayList<>();

    @Override
    public void resumed(MissedEvents found) {
      told.add(found);
    }

    boolean isTold() {
      return !told.isEmpty();
    }
  }

  /** Answers each reading only when permitted. */
  private static final class SlowStore {
    final List<Integer> sizes = new CopyOnWriteArrayList<>();
    final Semaphore permits = new Semaphore(0);
    volatile boolean failing;

    List<MissedEvents> missed(List<EventGap> gaps) {
      sizes.add(gaps.size());
      try {
        permits.acquire();
      } catch (InterruptedException e) {
        throw new IllegalStateException("closed", e);
      }
      if (failing) {
        throw new IllegalStateException("a bug");
      }
      return gaps.stream().map(gap -> found(gap.now())).toList();
    }

    void awaitReadings(int count) {
      await().atMost(LONG).until(() -> sizes.size() == count);
    }
  }
}
