package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.locate.FaceLocator;
import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.Frame;
import io.gazeshift.ingest.source.FrameSource;
import io.gazeshift.ingest.source.Pacer;
import io.gazeshift.ingest.source.Tick;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A camera that draws a person looking about, and knows where they look. The same scene, seed and
 * ticks give the same frames. Used by one thread.
 */
public final class SyntheticCamera implements FrameSource {

  private final SyntheticScene scene;
  private final Pacer pacer;
  private final Motion motion;
  private final FaceRenderer renderer;
  private long firstMicros = -1;
  private SyntheticTruth truth;

  public SyntheticCamera(SyntheticScene scene, long seed, Pacer pacer) {
    OpenCv.load();
    this.scene = scene;
    this.pacer = pacer;
    SplittableRandom random = new SplittableRandom(seed);
    Person person = Person.random(random.split());
    this.motion = new Motion(scene, random.split());
    this.renderer = new FaceRenderer(scene, person, random.split());
  }

  @Override
  public CameraIntrinsics intrinsics() {
    return scene.intrinsics();
  }

  @Override
  public boolean read(Frame into) throws InterruptedException {
    Tick tick = pacer.next();
    if (firstMicros < 0) {
      firstMicros = tick.captureMicros();
    }
    truth = motion.at(tick.frameSeq(), (tick.captureMicros() - firstMicros) / 1e6);
    renderer.render(truth, into.bgr());
    into.stamp(tick);
    return true;
  }

  /** The truth about the frame read last. */
  public SyntheticTruth truth() {
    if (truth == null) {
      throw new IllegalStateException("no frame has been read yet");
    }
    return truth;
  }

  /** Finds the one face of the frame read last, exactly; lives as long as this camera. */
  public FaceLocator locator() {
    return frame -> {
      if (frame.frameSeq() != truth().frameSeq()) {
        throw new IllegalArgumentException(
            "knows frame %d only, was asked for frame %d"
                .formatted(truth().frameSeq(), frame.frameSeq()));
      }
      return List.of(new LocatedFace(0, truth.pose(), 1, 0, truth.eyeOpenness()));
    };
  }

  @Override
  public void close() {
    renderer.close();
  }
}
