package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.ingest.normalise.NormalisedFace;
import io.gazeshift.ingest.normalise.Normaliser;
import io.gazeshift.ingest.normalise.VirtualCamera;
import io.gazeshift.ingest.publish.JpegEncoder;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.Pacer;
import java.util.List;

/**
 * Labelled patches without end, as fast as they can be drawn: every frame goes the way of a
 * camera's, up to the JPEG. Who sits there, and for how long, is the scene's to say; frames with
 * closed eyes are passed over. The same scene and seed give the same patches. Used by one thread.
 */
public final class SyntheticPatches implements AutoCloseable {

  /** Slow enough that neighbouring patches show different fixations. */
  public static final double UNRELATED_FRAMES_PER_SECOND = 1.5;

  private static final double OPEN = 0.6;

  private final SyntheticCamera camera;
  private final CameraFrame frame;
  private final Normaliser normaliser;
  private final JpegEncoder encoder;

  public SyntheticPatches(SyntheticScene scene, long seed) {
    this(scene, seed, UNRELATED_FRAMES_PER_SECOND);
  }

  /** Patches as a camera of that speed would give them. */
  public SyntheticPatches(SyntheticScene scene, long seed, double framesPerSecond) {
    this(Staging.of(scene), seed, framesPerSecond);
  }

  /** The seed counts where the staging has none. */
  public SyntheticPatches(Staging staging, long seed, double framesPerSecond) {
    this(staging, seed, framesPerSecond, VirtualCamera.STANDARD, JpegEncoder.DEFAULT_QUALITY);
  }

  public SyntheticPatches(SyntheticScene scene, long seed, VirtualCamera virtual, int jpegQuality) {
    this(Staging.of(scene), seed, UNRELATED_FRAMES_PER_SECOND, virtual, jpegQuality);
  }

  private SyntheticPatches(
      Staging staging, long seed, double framesPerSecond, VirtualCamera virtual, int jpegQuality) {
    this.camera = new SyntheticCamera(staging, seed, Pacer.unpaced(framesPerSecond, 0));
    this.frame = CameraFrame.of(camera.intrinsics());
    this.normaliser = new Normaliser(camera.intrinsics(), virtual);
    this.encoder = new JpegEncoder(jpegQuality);
  }

  /** The next patch. */
  public LabelledPatch next() throws InterruptedException {
    List<LocatedFace> found;
    do {
      camera.read(frame);
      found = camera.locator().locate(frame);
    } while (found.isEmpty() || found.get(0).eyeOpenness() < OPEN);
    HeadPose pose = found.get(0).pose();
    NormalisedFace face = normaliser.normalise(frame.bgr(), pose);
    return new LabelledPatch(
        encoder.encode(face.patch()),
        camera.truth().gaze().rotatedBy(face.cameraToVirtual()),
        face.cameraToVirtual(),
        pose);
  }

  /** Who the last patch shows, counted from 0 as people sit down. */
  public int person() {
    return camera.truth().person();
  }

  /** When the last patch was seen, in microseconds since the first frame. */
  public long captureMicros() {
    return frame.captureMicros();
  }

  @Override
  public void close() {
    camera.close();
    frame.close();
    normaliser.close();
    encoder.close();
  }
}
