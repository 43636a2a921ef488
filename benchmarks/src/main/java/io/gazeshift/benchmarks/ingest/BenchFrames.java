package io.gazeshift.benchmarks.ingest;

import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.Pacer;
import io.gazeshift.ingest.source.Tick;
import io.gazeshift.ingest.synthetic.Range;
import io.gazeshift.ingest.synthetic.SyntheticCamera;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.opencv.core.Mat;

/**
 * Some seconds of a rendered person, drawn beforehand, so that neither drawing nor decoding is
 * measured. Played forwards and backwards: the face never jumps. Holds native memory.
 */
public final class BenchFrames implements AutoCloseable {

  private static final int WIDTH = 1280;
  private static final int HEIGHT = 720;
  private static final int COUNT = 45;
  private static final int FPS = 30;

  private static final CameraIntrinsics LENS =
      CameraIntrinsics.calibrated(
          "bench-720p",
          WIDTH,
          HEIGHT,
          1000,
          1000,
          WIDTH / 2.0,
          HEIGHT / 2.0,
          List.of(-0.05, 0.01, 0.0, 0.0, 0.0));

  private final List<Mat> frames = new ArrayList<>();

  public BenchFrames() throws InterruptedException {
    SyntheticScene studio = SyntheticScene.STUDIO;
    SyntheticScene scene = studio.with(LENS).with(studio.light().withLevel(Range.only(0.9)));
    try (SyntheticCamera camera = new SyntheticCamera(scene, 3, Pacer.unpaced(FPS, 0));
        CameraFrame frame = CameraFrame.of(LENS)) {
      for (int i = 0; i < COUNT; i++) {
        camera.read(frame);
        frames.add(frame.bgr().clone());
      }
    }
  }

  public CameraIntrinsics intrinsics() {
    return LENS;
  }

  /** Copies the picture of this place in the play into the frame. */
  public void show(Tick tick, CameraFrame into) {
    int at = (int) (tick.frameSeq() % (2 * COUNT - 2));
    frames.get(Math.min(at, 2 * COUNT - 2 - at)).copyTo(into.bgr());
    into.stamp(tick);
  }

  /** The pictures one after another, as blue, green and red bytes. */
  void write(Path file) throws IOException {
    byte[] pixels = new byte[3 * WIDTH * HEIGHT];
    try (OutputStream out = Files.newOutputStream(file)) {
      for (Mat frame : frames) {
        frame.get(0, 0, pixels);
        out.write(pixels);
      }
    }
  }

  @Override
  public void close() {
    frames.forEach(Mat::release);
  }
}
