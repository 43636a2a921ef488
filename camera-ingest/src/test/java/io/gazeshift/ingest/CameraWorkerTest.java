package io.gazeshift.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.locate.FaceLocator;
import io.gazeshift.ingest.metrics.CameraMeters;
import io.gazeshift.ingest.preview.FrameViews;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.FrameSizeChangedException;
import io.gazeshift.ingest.source.FrameSource;
import io.gazeshift.ingest.source.ManualClock;
import io.gazeshift.ingest.source.Pacer;
import io.gazeshift.ingest.synthetic.SyntheticCamera;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.v1.FaceFrame;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;

@Timeout(120)
class CameraWorkerTest {

  private static final CameraConfig CONFIG =
      CameraConfig.uncalibrated("cam0", "synthetic:studio", "seat", 30);

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final List<FaceFrame> sent = new CopyOnWriteArrayList<>();
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private CameraWorker worker;

  @AfterEach
  void close() {
    worker.close();
  }

  @Test
  void everyFrameBecomesAValidRecordUntilTheSourceEnds() throws InterruptedException {
    start(() -> camera(20, frame -> {}));

    assertThat(worker.awaitStopped(Duration.ofSeconds(20))).isTrue();
    assertThat(sent).hasSize(20);
    for (int i = 0; i < sent.size(); i++) {
      FaceFrame face = RecordType.FACE_FRAME.decode(RecordType.FACE_FRAME.encode(sent.get(i)));
      assertThat(face.getIdentity().getFrameSeq()).isEqualTo(i);
      assertThat(face.getIdentity().getDomain()).isEqualTo("seat");
      assertThat(face.getIdentity().getCaptureSession()).isEqualTo(77);
      assertThat(face.getIntrinsicsId()).isEqualTo("synthetic-studio");
      assertThat(face.getQuality().getOverall()).isBetween(0f, 1f);
    }
    assertThat(count("frames.captured")).isEqualTo(20);
    assertThat(count("faces.found")).isEqualTo(20);
    assertThat(count("frames.failed")).isZero();
    assertThat(closed).hasValue(1);
    for (String stage : List.of("read", "locate", "normalise", "measure", "encode")) {
      assertThat(registry.get("gazeshift.ingest.stage").tag("stage", stage).timer().count())
          .as(stage)
          .isEqualTo(20);
    }
  }

  @Test
  void whatItsThreadLogsCarriesItsCameraAndDomain() throws InterruptedException {
    Map<String, String> context = new ConcurrentHashMap<>();
    start(
        () -> {
          context.putAll(MDC.getCopyOfContextMap());
          return camera(1, frame -> {});
        });

    assertThat(worker.awaitStopped(Duration.ofSeconds(20))).isTrue();
    assertThat(context).containsEntry("camera", "cam0").containsEntry("domain", "seat");
  }

  /** A missing library, or native memory that is used up: the process must get to know. */
  @Test
  void anErrorOfTheMachineReachesTheUncaughtHandler() throws InterruptedException {
    List<String> deaths = new CopyOnWriteArrayList<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, error) -> deaths.add(thread.getName() + " " + error));
    try {
      start(
          () -> {
            throw new UnsatisfiedLinkError("no decoder");
          });

      assertThat(worker.awaitStopped(Duration.ofSeconds(20))).isTrue();
      assertThat(deaths).containsExactly("camera-cam0 java.lang.UnsatisfiedLinkError: no decoder");
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  @Test
  void aFrameThatFailsIsCountedAndTheNextOnesGoOn() throws InterruptedException {
    start(
        () ->
            camera(
                10,
                frame -> {
                  if (frame.frameSeq() >= 3 && frame.frameSeq() < 6) {
                    throw new IllegalStateException("a bad frame");
                  }
                }));

    assertThat(worker.awaitStopped(Duration.ofSeconds(20))).isTrue();
    assertThat(count("frames.failed")).isEqualTo(3);
    assertThat(sequences()).containsExactly(0L, 1L, 2L, 6L, 7L, 8L, 9L);
    assertThat(opened).as("the source was not to blame").hasValue(1);
  }

  @Test
  void aSourceThatFailsIsOpenedAgainAndNeverRepeatsAFrameNumber() throws InterruptedException {
    start(
        () -> {
          if (opened.get() == 1) {
            opened.incrementAndGet();
            throw new IOException("unplugged");
          }
          return camera(5, frame -> {}, opened.get() == 0);
        });

    assertThat(worker.awaitStopped(Duration.ofSeconds(20))).isTrue();
    assertThat(sequences()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    assertThat(count("source.failures")).isEqualTo(2);
    assertThat(closed).as("each opened source was closed").hasValue(2);
  }

  @Test
  void theTimeWithoutFramesIsCountedWhileTheSourceIsAway() throws InterruptedException {
    start(
        () -> {
          if (opened.get() > 0 && opened.get() < 5) {
            opened.incrementAndGet();
            throw new IOException("unplugged");
          }
          return camera(5, frame -> {}, opened.get() == 0);
        });

    assertThat(worker.awaitStopped(Duration.ofSeconds(20))).isTrue();
    // The clock moves only by the waits between tries: 100, 200, 400, 800 and 1600 ms.
    assertThat(count("source.failures")).isEqualTo(5);
    assertThat(count("source.gap.seconds")).isCloseTo(3.1, within(1e-6));
  }

  @Test
  void framesOfAnotherSizeGoOnAtOnceAndAreNoFailure() throws InterruptedException {
    start(
        () -> {
          OpenCamera camera = camera(3, frame -> {});
          return opened.get() > 1 ? camera : new OpenCamera(resized(camera), camera.locator());
        });

    assertThat(worker.awaitStopped(Duration.ofSeconds(20))).isTrue();
    assertThat(sequences()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    assertThat(count("source.failures")).isZero();
    assertThat(closed).hasValue(2);
  }

  /** Says at its end that the size has changed. */
  private static FrameSource resized(OpenCamera camera) {
    return new FrameSource() {
      @Override
      public CameraIntrinsics intrinsics() {
        return camera.source().intrinsics();
      }

      @Override
      public boolean read(CameraFrame into) throws IOException, InterruptedException {
        if (camera.source().read(into)) {
          return true;
        }
        throw new FrameSizeChangedException(intrinsics(), 1, 1);
      }

      @Override
      public void close() {
        camera.source().close();
      }
    };
  }

  @Test
  void framesWithoutAFaceAreCounted() throws InterruptedException {
    start(
        () -> {
          OpenCamera camera = camera(4, frame -> {});
          return new OpenCamera(camera.source(), frame -> List.of());
        });

    assertThat(worker.awaitStopped(Duration.ofSeconds(20))).isTrue();
    assertThat(count("frames.faceless")).isEqualTo(4);
    assertThat(sent).isEmpty();
  }

  @Test
  void framesNotReadInTimeAreCountedAsMissed() throws InterruptedException {
    ManualClock slow = new ManualClock();
    start(
        () -> {
          SyntheticCamera camera =
              new SyntheticCamera(SyntheticScene.STUDIO, 1, Pacer.realTime(50, slow));
          return new OpenCamera(
              new Counted(camera, 4, false),
              frame -> {
                slow.advanceMillis(70);
                return camera.locator().locate(frame);
              });
        });

    assertThat(worker.awaitStopped(Duration.ofSeconds(20))).isTrue();
    assertThat(sequences()).containsExactly(0L, 3L, 7L, 10L);
    assertThat(count("frames.missed")).isEqualTo(7);
  }

  @Test
  void itStopsPromptlyWhileWaitingForAFrameAndClosesTheSource() {
    start(() -> camera(Integer.MAX_VALUE, frame -> {}));
    await().atMost(Duration.ofMinutes(1)).until(() -> sent.size() > 3);

    worker.close();

    assertThat(worker.isRunning()).isFalse();
    assertThat(closed).hasValue(1);
  }

  private void start(CameraOpener opener) {
    worker =
        new CameraWorker(
            CONFIG,
            Samples.INGEST,
            opener,
            sent::add,
            FrameViews.NONE,
            77,
            new ManualClock(),
            new CameraMeters(registry, CONFIG.id()));
    worker.start();
  }

  private OpenCamera camera(int frames, Consumer<CameraFrame> trouble) {
    return camera(frames, trouble, false);
  }

  private OpenCamera camera(int frames, Consumer<CameraFrame> trouble, boolean breaks) {
    opened.incrementAndGet();
    SyntheticCamera camera =
        new SyntheticCamera(SyntheticScene.STUDIO, 1, Pacer.unpaced(30, ManualClock.START_MICROS));
    FaceLocator locator =
        frame -> {
          trouble.accept(frame);
          return camera.locator().locate(frame);
        };
    return new OpenCamera(new Counted(camera, frames, breaks), locator);
  }

  private List<Long> sequences() {
    return sent.stream().map(face -> face.getIdentity().getFrameSeq()).toList();
  }

  private double count(String name) {
    return registry.get("gazeshift.ingest." + name).counter().count();
  }

  /** A source that ends, or breaks, after a number of frames. */
  private final class Counted implements FrameSource {

    private final FrameSource source;
    private final boolean breaks;
    private int left;

    Counted(FrameSource source, int frames, boolean breaks) {
      this.source = source;
      this.left = frames;
      this.breaks = breaks;
    }

    @Override
    public CameraIntrinsics intrinsics() {
      return source.intrinsics();
    }

    @Override
    public boolean read(CameraFrame into) throws IOException, InterruptedException {
      if (left-- > 0) {
        return source.read(into);
      }
      if (breaks) {
        throw new IOException("the cable came off");
      }
      return false;
    }

    @Override
    public void close() {
      closed.incrementAndGet();
      source.close();
    }
  }
}
