package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.normalise.NormalisedFace;
import io.gazeshift.ingest.normalise.Normaliser;
import io.gazeshift.ingest.normalise.VirtualCamera;
import io.gazeshift.ingest.publish.JpegEncoder;
import io.gazeshift.ingest.source.Frame;
import io.gazeshift.ingest.source.Pacer;
import java.util.SplittableRandom;

/**
 * Labelled patches without end, as fast as they can be drawn: every frame goes the way of a
 * camera's, up to the JPEG. Somebody else sits down every so often, and frames with closed eyes are
 * passed over. The same scene and seed give the same patches. Used by one thread.
 */
public final class SyntheticPatches implements AutoCloseable {

  /** Slow enough that neighbouring patches show different fixations. */
  public static final double UNRELATED_FRAMES_PER_SECOND = 1.5;

  private static final int PATCHES_PER_PERSON = 40;
  private static final double OPEN = 0.6;

  private final SyntheticScene scene;
  private final SplittableRandom seeds;
  private final double framesPerSecond;
  private final Frame frame;
  private final Normaliser normaliser;
  private final JpegEncoder encoder;
  private SyntheticCamera camera;
  private int left;
  private int person = -1;

  public SyntheticPatches(SyntheticScene scene, long seed) {
    this(scene, seed, UNRELATED_FRAMES_PER_SECOND);
  }

  /** Patches as a camera of that speed would give them. */
  public SyntheticPatches(SyntheticScene scene, long seed, double framesPerSecond) {
    this(scene, seed, framesPerSecond, VirtualCamera.STANDARD, JpegEncoder.DEFAULT_QUALITY);
  }

  public SyntheticPatches(SyntheticScene scene, long seed, VirtualCamera virtual, int jpegQuality) {
    this(scene, seed, UNRELATED_FRAMES_PER_SECOND, virtual, jpegQuality);
  }

  private SyntheticPatches(
      SyntheticScene scene,
      long seed,
      double framesPerSecond,
      VirtualCamera virtual,
      int jpegQuality) {
    this.scene = scene;
    this.seeds = new SplittableRandom(seed);
    this.framesPerSecond = framesPerSecond;
    seatNextPerson();
    this.frame = Frame.of(scene.intrinsics());
    this.normaliser = new Normaliser(scene.intrinsics(), virtual);
    this.encoder = new JpegEncoder(jpegQuality);
  }

  /** The next patch. */
  public LabelledPatch next() throws InterruptedException {
    if (left == 0) {
      camera.close();
      seatNextPerson();
    }
    left--;
    do {
      camera.read(frame);
    } while (camera.truth().eyeOpenness() < OPEN);
    SyntheticTruth truth = camera.truth();
    NormalisedFace face = normaliser.normalise(frame.bgr(), truth.pose());
    return new LabelledPatch(
        encoder.encode(face.patch()),
        truth.gaze().rotatedBy(face.cameraToVirtual()),
        face.cameraToVirtual(),
        truth.pose());
  }

  /** Who the last patch shows, counted from 0 as people sit down. */
  public int person() {
    return person;
  }

  /** When the last patch was seen, in microseconds since its person sat down. */
  public long captureMicros() {
    return frame.captureMicros();
  }

  private void seatNextPerson() {
    person++;
    camera = new SyntheticCamera(scene, seeds.nextLong(), Pacer.unpaced(framesPerSecond, 0));
    left = PATCHES_PER_PERSON;
  }

  @Override
  public void close() {
    camera.close();
    frame.close();
    normaliser.close();
    encoder.close();
  }
}
