package io.gazeshift.inference.belt;

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
  void itTakesTwoBatchesOfPatchesAndMoreWhenOneIsPredicted() throws Exception {
    PipelineBuffer belt = new PipelineBuffer(4, Duration.ZERO);
    for (int number = 0; number < 8; number++) {
      assertThat(belt.offer(face(number))).isTrue();
    }
    assertThat(belt.offer(face(8))).isFalse();

    decodeAll(belt, 8);
    assertThat(offsets(belt.takeBatch().faces())).containsExactly(0L, 1L, 2L, 3L);
    assertThat(belt.offer(face(8))).as("the patches are still with the backbone").isFalse();
    belt.predicted();
    assertThat(belt.offer(face(8))).isTrue();
  }

  @Test
  void whatIsPredictedButNotCommittedIsBoundedToo() throws Exception {
    PipelineBuffer belt = new PipelineBuffer(1, Duration.ZERO);
    int taken = 0;
    while (belt.offer(face(taken))) {
      taken++;
      decodeAll(belt, 1);
      belt.takeBatch();
      belt.predicted();
    }
    assertThat(taken).isEqualTo(64);

    assertThat(belt.takePredicted()).hasSize(64);
    assertThat(belt.offer(face(taken))).isFalse();
    belt.committed();
    assertThat(belt.offer(face(taken))).isTrue();
  }

  @Test
  void aBatchIsWhatIsDecodedInOrderHoweverTheDecodersFinish() throws Exception {
    PipelineBuffer belt = new PipelineBuffer(4, Duration.ZERO);
    for (int number = 0; number < 3; number++) {
      belt.offer(face(number));
    }
    belt.takeUndecoded();
    belt.takeUndecoded();
    belt.takeUndecoded();
    belt.decoded(2);
    belt.decoded(0);

    assertThat(offsets(belt.takeBatch().faces())).containsExactly(0L);
    belt.predicted();
    belt.decoded(1);
    assertThat(offsets(belt.takeBatch().faces())).containsExactly(1L, 2L);
  }

  @Test
  void aBatchEndsWhereThePatchesMemoryEnds() throws Exception {
    PipelineBuffer belt = new PipelineBuffer(4, Duration.ZERO);
    for (int number = 0; number < 6; number++) {
      belt.offer(face(number));
    }
    decodeAll(belt, 6);
    belt.takeBatch();
    belt.predicted();
    belt.takeBatch();
    belt.predicted();
    for (int number = 6; number < 10; number++) {
      belt.offer(face(number));
    }
    decodeAll(belt, 4);

    PipelineBuffer.Batch beforeTheEnd = belt.takeBatch();
    belt.predicted();
    PipelineBuffer.Batch fromTheStart = belt.takeBatch();

    assertThat(beforeTheEnd.firstSlot()).isEqualTo(6);
    assertThat(offsets(beforeTheEnd.faces())).containsExactly(6L, 7L);
    assertThat(fromTheStart.firstSlot()).isZero();
    assertThat(offsets(fromTheStart.faces())).containsExactly(8L, 9L);
  }

  @Test
  void anUnfilledBatchWaitsForOthersUntilItIsFull() throws Exception {
    PipelineBuffer belt = new PipelineBuffer(2, NEVER);
    belt.offer(face(0));
    decodeAll(belt, 1);
    CompletableFuture<PipelineBuffer.Batch> batch = CompletableFuture.supplyAsync(() -> takeBatch(belt));
    belt.offer(face(1));
    decodeAll(belt, 1);

    assertThat(offsets(batch.get().faces())).containsExactly(0L, 1L);
  }

  @Test
  void itIsEmptyWhenEverythingIsCommitted() throws Exception {
    PipelineBuffer belt = new PipelineBuffer(2, Duration.ZERO);
    belt.offer(face(0));
    assertThat(belt.awaitEmpty(Duration.ofMillis(1))).isFalse();
    CompletableFuture<Boolean> empty =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return belt.awaitEmpty(NEVER);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    decodeAll(belt, 1);
    belt.takeBatch();
    belt.predicted();
    belt.takePredicted();
    belt.committed();

    assertThat(empty.get()).isTrue();
    assertThat(belt.isEmpty()).isTrue();
  }

  @Test
  void closingItEndsEveryWait() {
    PipelineBuffer belt = new PipelineBuffer(2, NEVER);
    CompletableFuture<PipelineBuffer.Batch> batch = CompletableFuture.supplyAsync(() -> takeBatch(belt));
    belt.close();

    await().until(batch::isDone);
    assertThat(batch.join()).isNull();
  }

  private static PipelineBuffer.Batch takeBatch(PipelineBuffer belt) {
    try {
      return belt.takeBatch();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void decodeAll(PipelineBuffer belt, int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      belt.decoded(belt.takeUndecoded().number());
    }
  }

  private static PolledFace face(int number) {
    return new PolledFace(new ConsumerRecord<>("t", 0, number, "k", new byte[0]), 0);
  }

  private static List<Long> offsets(List<PolledFace> faces) {
    return faces.stream().map(face -> face.record().offset()).toList();
  }
}
