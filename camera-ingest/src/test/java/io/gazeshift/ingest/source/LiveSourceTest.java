package io.gazeshift.ingest.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.opencv.OpenCv;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LiveSourceTest {

  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(100);

  @BeforeAll
  static void load() {
    OpenCv.load();
  }

  @Test
  void aSlowReaderFindsTheFreshestFrameAndAGapInTheNumbers() throws Exception {
    Handmade camera = new Handmade();
    try (LiveSource source = LiveSource.open("cam0", () -> camera, LONG);
        CameraFrame frame = CameraFrame.of(source.intrinsics())) {
      camera.take(1);
      source.read(frame);
      assertThat(frame.frameSeq()).isZero();

      camera.take(5);
      source.read(frame);

      assertThat(frame.frameSeq()).isEqualTo(5);
      assertThat(Pictures.numberOf(frame.bgr())).isEqualTo(5);
      assertThat(frame.captureMicros()).isEqualTo(5000);
    }
    assertThat(camera.closed).isTrue();
  }

  @Test
  void aCameraThatGivesNothingHasFailed() throws Exception {
    Handmade camera = new Handmade();
    try (LiveSource source = LiveSource.open("cam0", () -> camera, SHORT);
        CameraFrame frame = CameraFrame.of(source.intrinsics())) {
      assertThatThrownBy(() -> source.read(frame))
          .isInstanceOf(IOException.class)
          .hasMessage("no frame for 100 ms");
    }
    assertThat(camera.closed).isTrue();
  }

  @Test
  void aDriverThatNeverReturnsIsLeftToItselfAndClosesWhenItDoes() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    Handmade camera =
        new Handmade() {
          @Override
          public boolean read(CameraFrame into) {
            while (true) {
              try {
                never.await();
                return false;
              } catch (InterruptedException e) {
                // Native code would not notice either.
              }
            }
          }
        };
    try (LiveSource source = LiveSource.open("cam0", () -> camera, SHORT);
        CameraFrame frame = CameraFrame.of(source.intrinsics())) {
      assertThatThrownBy(() -> source.read(frame)).isInstanceOf(IOException.class);
    }
    assertThat(camera.closed).isFalse();

    never.countDown();

    await().atMost(Duration.ofMinutes(1)).untilTrue(camera.closed);
  }

  @Test
  void aCameraThatDoesNotAnswerWhenOpenedIsGivenUp() {
    assertThatThrownBy(
            () ->
                LiveSource.open(
                    "cam0",
                    () -> {
                      new CountDownLatch(1).await();
                      throw new AssertionError("woken");
                    },
                    SHORT))
        .isInstanceOf(IOException.class)
        .hasMessage("no answer within 300 ms");
  }

  @Test
  void whatFailsInTheCameraFailsForItsReader() throws Exception {
    IOException unplugged = new IOException("unplugged");
    assertThatThrownBy(
            () ->
                LiveSource.open(
                    "cam0",
                    () -> {
                      throw unplugged;
                    },
                    LONG))
        .isSameAs(unplugged);
    UserError wrong = new UserError("no camera matrix");
    assertThatThrownBy(
            () ->
                LiveSource.open(
                    "cam0",
                    () -> {
                      throw wrong;
                    },
                    LONG))
        .isSameAs(wrong);

    Handmade camera = new Handmade();
    try (LiveSource source = LiveSource.open("cam0", () -> camera, LONG);
        CameraFrame frame = CameraFrame.of(source.intrinsics())) {
      camera.end();
      assertThatThrownBy(() -> source.read(frame)).hasMessage("the stream ended");
    }
  }

  /** Takes a frame when it is told to. */
  private static class Handmade implements FrameSource {

    final AtomicBoolean closed = new AtomicBoolean();
    private final Semaphore due = new Semaphore(0);
    private final AtomicLong taken = new AtomicLong();
    private final AtomicBoolean ended = new AtomicBoolean();

    /** Returns when the camera has gone on to wait for the next one. */
    void take(int frames) {
      long all = taken.get() + frames;
      due.release(frames);
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> taken.get() == all && due.hasQueuedThreads());
    }

    void end() {
      ended.set(true);
      due.release();
    }

    @Override
    public CameraIntrinsics intrinsics() {
      return CameraIntrinsics.assumed(320, 240, 60);
    }

    @Override
    public boolean read(CameraFrame into) throws InterruptedException {
      due.acquire();
      if (ended.get()) {
        return false;
      }
      long number = taken.getAndIncrement();
      Pictures.paint(into.bgr(), (int) number);
      into.stamp(new Tick(number, number * 1000));
      return true;
    }

    @Override
    public void close() {
      closed.set(true);
    }
  }
}
