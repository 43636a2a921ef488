package io.gazeshift.inference.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class PipelineBufferTest {

  private static final Duration NEVER = Duration.ofMinutes(10);

  @Test
  void thereIsMemoryForTwoBatches() throws Exception {
    PipelineBuffer buffer = new PipelineBuffer(4, Duration.ZERO, new OldestFace());
    for (int number = 0; number < 8; number++) {
      assertThat(buffer.offer(face(number))).isTrue();
    }
    assertThat(buffer.offer(face(8))).isFalse();

    decodeAll(buffer, 8);
    assertThat(offsets(buffer.takeBatch().faces())).containsExactly(0L, 1L, 2L, 3L);
    assertThat(buffer.offer(face(8))).isFalse();
    buffer.predicted();
    assertThat(buffer.offer(face(8))).isTrue();
  }

  @Test
  void whatIsWithTheBackboneKeepsItsMemory() throws Exception {
    PipelineBuffer buffer = new PipelineBuffer(4, Duration.ZERO, new OldestFace());
    int offered = 0;
    for (int batch = 0; batch < PipelineBuffer.BATCHES; batch++) {
      for (int i = 0; i < 4; i++) {
        assertThat(buffer.offer(face(offered++))).isTrue();
      }
      decodeAll(buffer, 4);
      buffer.takeBatch();
    }
    assertThat(buffer.offer(face(offered))).isFalse();
    buffer.predicted();
    assertThat(buffer.offer(face(offered))).isTrue();
  }

  @Test
  void aBatchHasNoMoreFacesThanAreAllowedAndNoMoreWait() throws Exception {
    PipelineBuffer buffer = new PipelineBuffer(4, Duration.ZERO, new OldestFace());
    for (int number = 0; number < 3; number++) {
      assertThat(buffer.offer(face(number))).isTrue();
    }
    buffer.limitTo(2);
    assertThat(buffer.offer(face(3))).isFalse();
    decodeAll(buffer, 3);
    assertThat(offsets(buffer.takeBatch().faces())).containsExactly(0L, 1L);
    assertThat(buffer.offer(face(3))).isTrue();
    assertThat(buffer.offer(face(4))).isFalse();

    buffer.limitTo(Integer.MAX_VALUE);
    assertThat(buffer.offer(face(4))).isTrue();
  }

  @Test
  void aFaceThatIsSettledTakesNoPlaceInThePass() throws Exception {
    PipelineBuffer buffer = new PipelineBuffer(8, Duration.ZERO, new OldestFace());
    buffer.limitTo(1);
    assertThat(buffer.offer(settled(0))).isTrue();
    assertThat(buffer.offer(settled(1))).isTrue();
    assertThat(buffer.offer(face(2))).isTrue();
    assertThat(buffer.offer(face(3))).isFalse();
    assertThat(buffer.offer(settled(3))).isTrue();
    decodeAll(buffer, 4);

    assertThat(offsets(buffer.takeBatch().faces())).containsExactly(0L, 1L, 2L, 3L);
    assertThat(buffer.offer(face(4))).isTrue();
    assertThat(buffer.offer(face(5))).isFalse();
  }

  @Test
  void aBatchIsFullWithTheFacesOfOnePass() throws Exception {
    PipelineBuffer buffer = new PipelineBuffer(8, NEVER, new OldestFace());
    buffer.limitTo(2);
    buffer.offer(face(0));
    buffer.offer(settled(1));
    buffer.offer(face(2));
    decodeAll(buffer, 3);

    assertThat(offsets(buffer.takeBatch().faces())).containsExactly(0L, 1L, 2L);
  }

  @Test
  void whatIsPredictedButNotCommittedIsBoundedToo() throws Exception {
    PipelineBuffer buffer = new PipelineBuffer(1, Duration.ZERO, new OldestFace());
    int taken = 0;
    while (buffer.offer(face(taken))) {
      taken++;
      decodeAll(buffer, 1);
      buffer.takeBatch();
      buffer.predicted();
    }
    assertThat(taken).isEqualTo(64);

    assertThat(buffer.takePredicted()).hasSize(64);
    assertThat(buffer.offer(face(taken))).isFalse();
    buffer.committed();
    assertThat(buffer.offer(face(taken))).isTrue();
  }

  @Test
  void aBatchIsWhatIsDecodedInOrderHoweverTheDecodersFinish() throws Exception {
    PipelineBuffer buffer = new PipelineBuffer(4, Duration.ZERO, new OldestFace());
    for (int number = 0; number < 3; number++) {
      buffer.offer(face(number));
    }
    buffer.takeUndecoded();
    buffer.takeUndecoded();
    buffer.takeUndecoded();
    buffer.decoded(2);
    buffer.decoded(0);

    assertThat(offsets(buffer.takeBatch().faces())).containsExactly(0L);
    buffer.predicted();
    buffer.decoded(1);
    assertThat(offsets(buffer.takeBatch().faces())).containsExactly(1L, 2L);
  }

  @Test
  void aBatchEndsWhereThePatchesMemoryEnds() throws Exception {
    PipelineBuffer buffer = new PipelineBuffer(4, Duration.ZERO, new OldestFace());
    for (int number = 0; number < 4; number++) {
      buffer.offer(face(number));
    }
    decodeAll(buffer, 4);
    buffer.takeBatch();
    buffer.predicted();
    buffer.offer(face(4));
    buffer.offer(face(5));
    decodeAll(buffer, 2);
    buffer.takeBatch();
    buffer.predicted();
    for (int number = 6; number < 10; number++) {
      buffer.offer(face(number));
    }
    decodeAll(buffer, 4);

    PipelineBuffer.Batch beforeTheEnd = buffer.takeBatch();
    buffer.predicted();
    PipelineBuffer.Batch fromTheStart = buffer.takeBatch();

    assertThat(beforeTheEnd.firstSlot()).isEqualTo(6);
    assertThat(offsets(beforeTheEnd.faces())).containsExactly(6L, 7L);
    assertThat(fromTheStart.firstSlot()).isZero();
    assertThat(offsets(fromTheStart.faces())).containsExactly(8L, 9L);
  }

  @Test
  void anUnfilledBatchWaitsForOthersUntilItIsFull() throws Exception {
    PipelineBuffer buffer = new PipelineBuffer(2, NEVER, new OldestFace());
    buffer.offer(face(0));
    decodeAll(buffer, 1);
    CompletableFuture<PipelineBuffer.Batch> batch =
        CompletableFuture.supplyAsync(() -> takeBatch(buffer));
    buffer.offer(face(1));
    decodeAll(buffer, 1);

    assertThat(offsets(batch.get().faces())).containsExactly(0L, 1L);
  }

  @Test
  void itIsEmptyWhenEverythingIsCommitted() throws Exception {
    PipelineBuffer buffer = new PipelineBuffer(2, Duration.ZERO, new OldestFace());
    buffer.offer(face(0));
    assertThat(buffer.awaitEmpty(Duration.ofMillis(1))).isFalse();
    CompletableFuture<Boolean> empty =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return buffer.awaitEmpty(NEVER);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    decodeAll(buffer, 1);
    buffer.takeBatch();
    buffer.predicted();
    buffer.takePredicted();
    buffer.committed();

    assertThat(empty.get()).isTrue();
    assertThat(buffer.isEmpty()).isTrue();
  }

  @Test
  void theOldestFaceIsTheFirstThatHasNoPrediction() throws Exception {
    long inAMinute = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    OldestFace oldest = new OldestFace(() -> inAMinute);
    PipelineBuffer buffer = new PipelineBuffer(2, Duration.ZERO, oldest);
    assertThat(oldest.age()).isZero();

    PolledFace first = face(0);
    // It may be polled long before.
    long afterItWasPolled = System.nanoTime();
    buffer.offer(first);
    buffer.offer(face(1));
    Duration waited = oldest.age();
    assertThat(waited).isLessThanOrEqualTo(Duration.ofNanos(inAMinute - afterItWasPolled));
    decodeAll(buffer, 2);
    takeBatch(buffer);
    buffer.offer(face(2));
    assertThat(oldest.age()).as("in the backbone").isEqualTo(waited);
    buffer.predicted();
    assertThat(oldest.age()).as("the third").isLessThan(waited).isPositive();
    decodeAll(buffer, 1);
    takeBatch(buffer);
    buffer.predicted();
    assertThat(oldest.age()).as("none, though none is committed").isZero();
  }

  @Test
  void aFaceIsNotOlderThanTheLastPredictionHoweverLongTheBatchesBeforeItTook() throws Exception {
    long inAMinute = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    OldestFace oldest = new OldestFace(() -> inAMinute);
    PipelineBuffer buffer = new PipelineBuffer(1, Duration.ZERO, oldest);
    buffer.offer(face(0));
    buffer.offer(face(1));
    decodeAll(buffer, 2);
    takeBatch(buffer);
    long beforeItsTurn = System.nanoTime();
    buffer.predicted();

    assertThat(oldest.age()).isLessThanOrEqualTo(Duration.ofNanos(inAMinute - beforeItsTurn));
  }

  @Test
  void closingItEndsEveryWait() {
    PipelineBuffer buffer = new PipelineBuffer(2, NEVER, new OldestFace());
    CompletableFuture<PipelineBuffer.Batch> batch =
        CompletableFuture.supplyAsync(() -> takeBatch(buffer));
    buffer.close();

    await().until(batch::isDone);
    assertThat(batch.join()).isNull();
  }

  private static PipelineBuffer.Batch takeBatch(PipelineBuffer buffer) {
    try {
      return buffer.takeBatch();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void decodeAll(PipelineBuffer buffer, int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      buffer.decoded(buffer.takeUndecoded().number());
    }
  }

  private static PolledFace face(int number) {
    return new PolledFace(new ConsumerRecord<>("t", 0, number, "k", new byte[0]), 0);
  }

  private static PolledFace settled(int number) {
    PolledFace face = face(number);
    face.settle(new FaceOutcome.Skipped());
    return face;
  }

  private static List<Long> offsets(List<PolledFace> faces) {
    return faces.stream().map(face -> face.record().offset()).toList();
  }
}
