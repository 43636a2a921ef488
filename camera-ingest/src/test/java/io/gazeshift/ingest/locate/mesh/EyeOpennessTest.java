package io.gazeshift.ingest.locate.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.locate.mesh.EyeOpenness.LidGaps;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.protocol.Rotation;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EyeOpennessTest {

  private static final CameraIntrinsics CAMERA = CameraIntrinsics.pinhole("p", 1280, 720, 1100);
  private static final LidGaps GAPS = new LidGaps(0.16, 0.28);
  private static final HeadPose STRAIGHT = new HeadPose(Rotation.IDENTITY, 0, 0, 600);

  @BeforeAll
  static void load() {
    OpenCv.load();
  }

  @ParameterizedTest
  @CsvSource({"0.35, 0.35, 1", "0.12, 0.12, 0", "0.22, 0.22, 0.5", "0.35, 0.12, 0", "0.1, 0.3, 0"})
  void theLessOpenEyeCounts(double rightGap, double leftGap, double expected) {
    assertThat(openness(new SampleHead(rightGap, leftGap), STRAIGHT))
        .isCloseTo(expected, within(0.03));
  }

  @Test
  void aHeadThatTurnsDoesNotBlink() {
    SampleHead head = new SampleHead(0.22, 0.22);
    double straight = openness(head, STRAIGHT);
    SplittableRandom random = new SplittableRandom(9);
    for (int i = 0; i < 100; i++) {
      assertThat(openness(head, SampleHead.somewhere(random))).isCloseTo(straight, within(0.01));
    }
  }

  private static double openness(SampleHead head, HeadPose pose) {
    return new EyeOpenness(CAMERA, head.face(), GAPS).openness(head.seenBy(CAMERA, pose), pose);
  }
}
