package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.locate.FaceLocator;
import io.gazeshift.ingest.locate.KnownGaze;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.FrameSource;
import io.gazeshift.ingest.source.Pacer;
import io.gazeshift.ingest.source.Tick;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A camera that draws people looking about, and knows where they look. The same scene, seed and
 * ticks give the same frames. Used by one thread.
 */
public final class SyntheticCamera implements FrameSource {

  private final Staging staging;
  private final long seed;
  private final Pacer pacer;
  private final FaceRenderer renderer;
  private long firstMicros = -1;
  private SyntheticScene scene;
  private long identity;
  private int person = -1;
  private Motion motion;
  private Light light;
  private SyntheticTruth truth;

  public SyntheticCamera(SyntheticScene scene, long seed, Pacer pacer) {
    this(Staging.of(scene), seed, pacer);
  }

  /** The seed counts where the staging has none. */
  public SyntheticCamera(Staging staging, long seed, Pacer pacer) {
    OpenCv.load();
    this.staging = staging;
    this.seed = staging.seed().orElse(seed);
    this.pacer = pacer;
    this.renderer = new FaceRenderer(intrinsics(), new SplittableRandom(~this.seed));
  }

  @Override
  public CameraIntrinsics intrinsics() {
    return staging.scene().intrinsics();
  }

  @Override
  public boolean read(CameraFrame into) throws InterruptedException {
    Tick tick = pacer.next();
    if (firstMicros < 0) {
      firstMicros = tick.captureMicros();
    }
    double timeS = (tick.captureMicros() - firstMicros) / 1e6;
    stage(timeS);
    Moment moment = motion.at(timeS);
    double level = scene.light().level().at(moment.brightness());
    renderer.render(moment, light, level, scene.sensor(), into.bgr());
    into.stamp(tick);
    truth =
        new SyntheticTruth(
            tick.frameSeq(), person, moment.head(), moment.gaze(), moment.eyeOpenness());
    return true;
  }

  /** Brings person, light and habits up to date where they have changed. */
  private void stage(double timeS) {
    SyntheticScene now = staging.at(timeS);
    long sits = now.people().identityAt(timeS, seed);
    boolean another = scene == null || sits != identity;
    if (!another && now.equals(scene)) {
      return;
    }
    SplittableRandom random = new SplittableRandom(seed ^ sits);
    SplittableRandom moves = random.split();
    SplittableRandom lamps = random.split();
    if (another
        || now.sensor().look() != scene.sensor().look()
        || !now.people().equals(scene.people())) {
      renderer.seat(now.people().person(sits), now.sensor().look(), now.backdrop(), random.split());
    }
    if (another || !now.gaze().equals(scene.gaze())) {
      motion = new Motion(now, moves, timeS);
    }
    light = now.light().draw(lamps, now.sensor().look());
    person += another ? 1 : 0;
    identity = sits;
    scene = now;
  }

  /** The truth about the frame read last. */
  public SyntheticTruth truth() {
    if (truth == null) {
      throw new IllegalStateException("no frame has been read yet");
    }
    return truth;
  }

  /**
   * Finds the one face of the frame read last, by landmarks that are where the lens shows them;
   * lives as long as this camera.
   */
  public FaceLocator locator() {
    return frame -> {
      if (frame.frameSeq() != truth().frameSeq()) {
        throw new IllegalArgumentException(
            "only frame %d can be located, not frame %d"
                .formatted(truth().frameSeq(), frame.frameSeq()));
      }
      return renderer.locate(truth.pose(), truth.eyeOpenness());
    };
  }

  /** Where the face that {@link #locator} found really looks; lives as long as this camera. */
  public KnownGaze known() {
    return face -> Optional.of(truth().gaze());
  }

  @Override
  public void close() {
    renderer.close();
  }
}
