package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.ingest.facemodels.FaceModels;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.Pacer;
import io.gazeshift.ingest.synthetic.SyntheticCamera;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Arrays;
import org.opencv.core.Core;

/**
 * Prints what the plain and the attention mesh cost for a face on one thread: the same crop by
 * turns. Arguments: directory of the face models, number of crops.
 */
final class MeshCost {

  private static final int WARM_UP = 50;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private MeshCost() {}

  public static void main(String[] arguments) throws InterruptedException {
    OpenCv.load();
    Core.setNumThreads(1);
    FaceModels models = new FaceModels(Path.of(arguments[0]));
    int count = Integer.parseInt(arguments[1]);
    double[][] millis = new double[2][count];
    try (FaceMesh plain = new FaceMesh(new PlainMeshNetwork(models));
        FaceMesh attention = new FaceMesh(new AttentionMeshNetwork(models));
        SyntheticCamera camera =
            new SyntheticCamera(SyntheticScene.STUDIO, 1, Pacer.unpaced(15, 1));
        CameraFrame frame = CameraFrame.of(camera.intrinsics())) {
      camera.read(frame);
      Region region = new Region(frame.bgr().cols() / 2.0, frame.bgr().rows() / 2.0, 300, 0);
      for (int i = -WARM_UP; i < count; i++) {
        double first = millisOf(plain, frame, region);
        double second = millisOf(attention, frame, region);
        if (i >= 0) {
          millis[0][i] = first;
          millis[1][i] = second;
        }
      }
    }
    System.out.printf(
        "CPU time of one thread, median: plain mesh %.2f ms, attention mesh %.2f ms%n",
        median(millis[0]), median(millis[1]));
  }

  private static double millisOf(FaceMesh mesh, CameraFrame frame, Region region) {
    long start = THREADS.getCurrentThreadCpuTime();
    mesh.read(frame.bgr(), region);
    return (THREADS.getCurrentThreadCpuTime() - start) / 1e6;
  }

  private static double median(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
