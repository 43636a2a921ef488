package io.gazeshift.ingest;

import io.gazeshift.ingest.config.CameraConfig;
import io.gazeshift.ingest.metrics.CameraMeters;
import io.gazeshift.ingest.preview.FrameViews;
import io.gazeshift.ingest.source.Pacer;
import io.gazeshift.ingest.synthetic.SyntheticCamera;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The whole way of a frame, often: what is native must not pile up. */
@EnabledOnOs(OS.LINUX)
class NativeMemoryTest {

  private static final CameraConfig CONFIG =
      CameraConfig.uncalibrated("cam0", "synthetic:studio", "seat", 30);

  @Test
  void hundredsOfFramesDoNotGrowTheProcess() throws Exception {
    try (CameraMeters meters = new CameraMeters(new SimpleMeterRegistry(), "cam0");
        FramePipeline pipeline = pipeline(meters)) {
      run(pipeline, 100);

      // One leaked frame in ten would be 22 MiB a round.
      ResidentMemory.assertGrowsByLessThan(20 * 1024, () -> run(pipeline, 250));
    }
  }

  @Test
  void openingAndClosingACameraOftenDoesNotGrowTheProcess() throws Exception {
    try (CameraMeters meters = new CameraMeters(new SimpleMeterRegistry(), "cam0")) {
      openAndClose(meters, 5);

      // Each holds some 4 MiB of native buffers: 60 MiB a round.
      ResidentMemory.assertGrowsByLessThan(40 * 1024, () -> openAndClose(meters, 15));
    }
  }

  private static void openAndClose(CameraMeters meters, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      try (FramePipeline pipeline = pipeline(meters)) {
        run(pipeline, 1);
      }
    }
  }

  private static void run(FramePipeline pipeline, int frames) throws Exception {
    for (int i = 0; i < frames; i++) {
      pipeline.read();
      pipeline.process();
    }
  }

  private static FramePipeline pipeline(CameraMeters meters) {
    SyntheticCamera camera = new SyntheticCamera(SyntheticScene.STUDIO, 1, Pacer.unpaced(30, 1));
    return new FramePipeline(
        CONFIG,
        Samples.INGEST,
        1,
        new OpenCamera(camera, camera.locator()),
        0,
        face -> {},
        FrameViews.NONE,
        new FramePipeline.Meters(meters));
  }
}
