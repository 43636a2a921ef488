package io.gazeshift.ingest;

import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.ingest.normalise.NormalisedFace;
import io.gazeshift.ingest.normalise.Normaliser;
import io.gazeshift.ingest.normalise.QualityMeter;
import io.gazeshift.ingest.normalise.VirtualCamera;
import io.gazeshift.ingest.publish.JpegEncoder;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.Pacer;
import io.gazeshift.ingest.synthetic.SyntheticCamera;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import java.util.Arrays;
import java.util.Optional;

/** Prints what each stage costs on one thread. Arguments: scene, frames. */
final class StageCost {

  private static final int WARM_UP = 500;

  private StageCost() {}

  public static void main(String[] arguments) throws InterruptedException {
    SyntheticScene scene = SyntheticScene.named(arguments[0]);
    int frames = Integer.parseInt(arguments[1]);
    long[][] nanos = new long[4][frames];
    long jpegBytes = 0;
    double sharpness = 0;
    double exposure = 0;
    try (SyntheticCamera camera = new SyntheticCamera(scene, 1, Pacer.unpaced(30, 0));
        CameraFrame frame = CameraFrame.of(camera.intrinsics());
        Normaliser normaliser = new Normaliser(camera.intrinsics(), VirtualCamera.STANDARD);
        QualityMeter meter = new QualityMeter(VirtualCamera.STANDARD);
        JpegEncoder encoder = new JpegEncoder(JpegEncoder.DEFAULT_QUALITY)) {
      for (int i = -WARM_UP; i < frames; i++) {
        long start = System.nanoTime();
        camera.read(frame);
        long rendered = System.nanoTime();
        LocatedFace located = camera.locator().locate(frame).get(0);
        NormalisedFace face = normaliser.normalise(frame.bgr(), located.pose());
        long normalised = System.nanoTime();
        var quality = meter.measure(face, located, Optional.empty());
        long measured = System.nanoTime();
        byte[] jpeg = encoder.encode(face.patch());
        long encoded = System.nanoTime();
        if (i >= 0) {
          nanos[0][i] = rendered - start;
          nanos[1][i] = normalised - rendered;
          nanos[2][i] = measured - normalised;
          nanos[3][i] = encoded - measured;
          jpegBytes += jpeg.length;
          sharpness += quality.getSharpness();
          exposure += quality.getExposure();
        }
      }
    }
    String[] names = {"render", "normalise", "quality", "encode"};
    for (int stage = 0; stage < names.length; stage++) {
      Arrays.sort(nanos[stage]);
      System.out.printf(
          "%-9s p50 %.3f ms  p99 %.3f ms%n",
          names[stage], nanos[stage][frames / 2] / 1e6, nanos[stage][frames * 99 / 100] / 1e6);
    }
    System.out.printf(
        "jpeg %.1f KB, sharpness %.2f, exposure %.2f%n",
        jpegBytes / 1024.0 / frames, sharpness / frames, exposure / frames);
  }
}
