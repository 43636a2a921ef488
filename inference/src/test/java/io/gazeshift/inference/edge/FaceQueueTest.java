package io.gazeshift.inference.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FaceIdentity;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class FaceQueueTest {

  private final AtomicInteger dropped = new AtomicInteger();

  @Test
  void aFullLaneDropsItsOldestFaceAndNoOthers() throws InterruptedException {
    FaceQueue queue = new FaceQueue(3);
    FaceQueue.Lane busy = queue.lane(dropped::incrementAndGet);
    FaceQueue.Lane calm = queue.lane(dropped::incrementAndGet);
    calm.offer(face("calm", 0));
    for (int i = 0; i < 5; i++) {
      busy.offer(face("busy", i));
    }

    List<String> taken = names(queue.take(10, Duration.ZERO));

    assertThat(taken).containsExactlyInAnyOrder("calm 0", "busy 2", "busy 3", "busy 4");
    assertThat(taken).containsSubsequence("busy 2", "busy 3", "busy 4");
    assertThat(dropped).hasValue(2);
  }

  @Test
  void everyCameraHasItsTurn() throws InterruptedException {
    FaceQueue queue = new FaceQueue(8);
    List<FaceQueue.Lane> lanes =
        List.of(queue.lane(() -> {}), queue.lane(() -> {}), queue.lane(() -> {}));
    for (int i = 0; i < 8; i++) {
      for (int camera = 0; camera < lanes.size(); camera++) {
        lanes.get(camera).offer(face("cam" + camera, i));
      }
    }

    AtomicInteger ofFirst = new AtomicInteger();
    for (int i = 0; i < 6; i++) {
      names(queue.take(2, Duration.ZERO))
          .forEach(name -> ofFirst.addAndGet(name.startsWith("cam0") ? 1 : 0));
    }
    assertThat(ofFirst.get()).as("a third of twelve").isBetween(3, 5);
  }

  @Test
  void closingEndsTheWaitAndDropsWhatComesLater() throws Exception {
    FaceQueue queue = new FaceQueue(3);
    FaceQueue.Lane lane = queue.lane(dropped::incrementAndGet);
    CompletableFuture<List<FaceFrame>> taken =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return queue.take(10, Duration.ofMillis(1));
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });

    queue.close();

    assertThat(taken.get(10, TimeUnit.SECONDS)).isEmpty();
    lane.offer(face("cam0", 0));
    assertThat(dropped).hasValue(1);
  }

  private static FaceFrame face(String camera, long seq) {
    return FaceFrame.newBuilder()
        .setIdentity(FaceIdentity.newBuilder().setCamera(camera).setFrameSeq(seq))
        .build();
  }

  private static List<String> names(List<FaceFrame> faces) {
    return faces.stream()
        .map(face -> face.getIdentity().getCamera() + " " + face.getIdentity().getFrameSeq())
        .toList();
  }
}
