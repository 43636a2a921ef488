package io.gazeshift.ingest.locate.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.ingest.ResidentMemory;
import io.gazeshift.ingest.config.FacesConfig;
import io.gazeshift.ingest.facemodels.RealModels;
import io.gazeshift.ingest.locate.FaceLocator;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.Pacer;
import io.gazeshift.ingest.source.Tick;
import io.gazeshift.ingest.synthetic.SyntheticCamera;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What locating faces holds outside of Java's heap must not pile up. */
@EnabledOnOs(OS.LINUX)
class MeshMemoryTest {

  private static final CameraIntrinsics CAMERA = SyntheticScene.STUDIO.intrinsics();

  /** Java's heap grows by leaps, a leak in every round: the least growth tells them apart. */
  @Test
  void followingAndDetectingDoesNotGrowTheProcess() throws Exception {
    try (MeshLocators locators = locators();
        FaceLocator locator = locators.open(CAMERA);
        CameraFrame frame = person()) {
      locate(locator, frame, 40);

      // A leaked crop or blob in every frame would be 25 MiB a round or more.
      ResidentMemory.assertGrowsByLessThan(12 * 1024, () -> locate(locator, frame, 60));
    }
  }

  @Test
  void openingAndClosingLocatorsDoesNotGrowTheProcess() throws Exception {
    try (MeshLocators locators = locators();
        CameraFrame frame = person()) {
      openAndClose(locators, frame, 5);

      // Networks of its own for each would be 80 MiB a round.
      ResidentMemory.assertGrowsByLessThan(20 * 1024, () -> openAndClose(locators, frame, 10));
    }
  }

  private static MeshLocators locators() {
    return new MeshLocators(FacesConfig.withModels(RealModels.orSkip().directory()));
  }

  private static CameraFrame person() throws InterruptedException {
    CameraFrame frame = CameraFrame.of(CAMERA);
    try (SyntheticCamera camera =
        new SyntheticCamera(SyntheticScene.STUDIO, 1, Pacer.unpaced(15, 1))) {
      camera.read(frame);
    }
    return frame;
  }

  /** Each frame is two seconds after the last, so that the detector runs in every one. */
  private static void locate(FaceLocator locator, CameraFrame frame, int frames) {
    for (int i = 0; i < frames; i++) {
      frame.stamp(new Tick(frame.frameSeq() + 1, frame.captureMicros() + 2_000_000));
      assertThat(locator.locate(frame)).hasSize(1);
    }
  }

  private static void openAndClose(MeshLocators locators, CameraFrame frame, int times) {
    for (int i = 0; i < times; i++) {
      try (FaceLocator locator = locators.open(CAMERA)) {
        locate(locator, frame, 1);
      }
    }
  }
}
