package io.gazeshift.benchmarks.ingest;

import io.gazeshift.ingest.config.FacesConfig;
import io.gazeshift.ingest.config.IngestConfig;
import io.gazeshift.ingest.locate.FaceLocator;
import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.ingest.locate.mesh.MeshLocators;
import io.gazeshift.ingest.normalise.NormalisedFace;
import io.gazeshift.ingest.normalise.Normaliser;
import io.gazeshift.ingest.normalise.VirtualCamera;
import io.gazeshift.ingest.publish.JpegEncoder;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.Tick;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import org.opencv.core.Mat;

/** The steps of ingest on one thread, on one face that is followed. */
public final class IngestBench implements AutoCloseable {

  private static final long FRAME_MICROS = 33_333;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final BenchFrames frames;
  private final CameraFrame frame;
  private final MeshLocators locators;
  private final FaceLocator locator;
  private final Normaliser normaliser;
  private final JpegEncoder encoder;
  private long shown;
  private LocatedFace lastFace;
  private Mat lastPatch;

  /** The frames stay with the caller. */
  public IngestBench(BenchFrames frames, FacesConfig faces, IngestConfig ingest) {
    this.frames = frames;
    this.encoder = new JpegEncoder(ingest.jpegQuality());
    this.locators = new MeshLocators(followingOne(faces));
    this.locator = locators.open(frames.intrinsics());
    this.normaliser =
        new Normaliser(
            frames.intrinsics(),
            new VirtualCamera(ingest.focalPixels(), ingest.distanceMm(), ingest.patchSizePixels()));
    this.frame = CameraFrame.of(frames.intrinsics());
  }

  /** Looking for further faces is not following one. */
  private static FacesConfig followingOne(FacesConfig faces) {
    return new FacesConfig(
        faces.models(),
        1,
        faces.minDetectionScore(),
        faces.minMeshScore(),
        faces.maxReprojection(),
        faces.redetect());
  }

  /** The median of each step over so many frames, in CPU time of this thread. */
  public StepTimes round(int count) {
    double[][] millis = new double[3][count];
    for (int i = 0; i < count; i++) {
      frames.show(new Tick(shown, shown * FRAME_MICROS), frame);
      shown++;
      long start = cpuNanos();
      List<LocatedFace> faces = locator.locate(frame);
      long located = cpuNanos();
      if (faces.size() != 1) {
        throw new IllegalStateException(
            "found %d faces in frame %d, expected 1".formatted(faces.size(), shown));
      }
      NormalisedFace face = normaliser.normalise(frame.bgr(), faces.get(0).pose());
      long warped = cpuNanos();
      encoder.encode(face.patch());
      long encoded = cpuNanos();
      millis[0][i] = (located - start) / 1e6;
      millis[1][i] = (warped - located) / 1e6;
      millis[2][i] = (encoded - warped) / 1e6;
      lastFace = faces.get(0);
      lastPatch = face.patch();
    }
    return new StepTimes(median(millis[0]), median(millis[1]), median(millis[2]));
  }

  /** A machine that is busy with other things makes the wait longer, not the work. */
  private long cpuNanos() {
    return threads.getCurrentThreadCpuTime();
  }

  /** The face of the frame shown last. */
  public LocatedFace lastFace() {
    return lastFace;
  }

  /** The patch of the frame shown last; valid until the next round. */
  public Mat lastPatch() {
    return lastPatch;
  }

  private static double median(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  @Override
  public void close() {
    try (locators;
        locator;
        normaliser;
        encoder) {
      frame.close();
    }
  }
}
