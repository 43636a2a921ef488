package io.gazeshift.ingest.preview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.ManualClock;
import io.gazeshift.ingest.source.Pacer;
import io.gazeshift.ingest.synthetic.SyntheticCamera;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import io.gazeshift.protocol.Gaze;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opencv.core.Mat;
import org.opencv.core.MatOfByte;
import org.opencv.imgcodecs.Imgcodecs;

class CameraPicturesTest {

  private final ManualClock clock = new ManualClock();
  private final CameraPictures pictures = new CameraPictures(name -> name.equals("lab"), clock);
  private SyntheticCamera camera;
  private CameraFrame frame;
  private FrameView view;

  @BeforeEach
  void open() throws Exception {
    camera = new SyntheticCamera(SyntheticScene.LAB, 1, Pacer.unpaced(30, 0));
    frame = CameraFrame.of(camera.intrinsics());
    view = pictures.open("lab", camera.intrinsics());
    camera.read(frame);
  }

  @AfterEach
  void close() {
    view.close();
    frame.close();
    camera.close();
  }

  @Test
  void picturesAreMadeOnlyForAWhileAfterSomebodyAsked() throws Exception {
    view.begin(frame.bgr());
    assertThat(pictures.newest("lab", Duration.ZERO)).as("no client had asked").isEmpty();

    clock.advanceMillis(500);
    view.begin(frame.bgr());
    byte[] first = pictures.newest("lab", Duration.ZERO).orElseThrow();
    assertThat(pictures.newest("lab", Duration.ZERO)).as("still fresh").containsSame(first);

    clock.advanceMillis(4000);
    assertThat(pictures.newest("lab", Duration.ZERO)).as("no longer what it sees").isEmpty();

    clock.advanceMillis(6000);
    view.begin(frame.bgr());
    assertThat(pictures.newest("lab", Duration.ZERO)).as("no client had come back").isEmpty();
  }

  @Test
  void aPictureIsTheFrameMadeSmall() throws Exception {
    pictures.newest("lab", Duration.ZERO);
    view.begin(frame.bgr());
    MatOfByte jpeg = new MatOfByte(pictures.newest("lab", Duration.ZERO).orElseThrow());
    Mat picture = Imgcodecs.imdecode(jpeg, Imgcodecs.IMREAD_COLOR);
    assertThat(picture.cols()).isEqualTo(Math.min(640, camera.intrinsics().width()));
    picture.release();
    jpeg.release();
  }

  @Test
  void whatMayNotBeShownIsNotShown() throws Exception {
    assertThat(pictures.open("door", camera.intrinsics())).isSameAs(FrameView.NONE);
    assertThat(pictures.shows("door")).isFalse();
    assertThat(pictures.newest("door", Duration.ZERO)).isEmpty();
    assertThat(pictures.arrow("door", new double[] {0, 0, 600}, Gaze.ofDegrees(0, 0))).isEmpty();
  }

  @Test
  void anArrowBeginsAtTheFaceAndPointsWhereItLooks() {
    HeadPose pose = camera.truth().pose();
    double[] face = pose.toCamera(new double[3]);
    CameraPictures.Arrow arrow = pictures.arrow("lab", face, Gaze.ofDegrees(10, 20)).orElseThrow();
    CameraIntrinsics lens = camera.intrinsics();
    assertThat(arrow.fromX())
        .isCloseTo((lens.fx() * face[0] / face[2] + lens.cx()) / lens.width(), within(0.02));
    assertThat(arrow.toX()).as("the image's left").isLessThan(arrow.fromX());
    assertThat(arrow.toY()).as("up").isLessThan(arrow.fromY());
    assertThat(pictures.arrow("lab", new double[] {0, 0, -1}, Gaze.ofDegrees(0, 0)))
        .as("behind the camera")
        .isEmpty();
  }
}
