package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.normalise.Normaliser;
import io.gazeshift.ingest.normalise.VirtualCamera;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import java.util.SplittableRandom;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.Point;
import org.opencv.core.Rect;
import org.opencv.core.Scalar;
import org.opencv.imgcodecs.Imgcodecs;
import org.opencv.imgproc.Imgproc;

/** Draws patches of many gazes side by side, for people to look at. Arguments: file, scene. */
final class ContactSheet {

  private static final double[] PITCHES_DEG = {20, 7, -7, -20};
  private static final double[] YAWS_DEG = {30, 15, 0, -15, -30};

  private ContactSheet() {}

  public static void main(String[] arguments) {
    OpenCv.load();
    SyntheticScene scene = SyntheticScene.named(arguments[1]);
    CameraIntrinsics lens = scene.intrinsics();
    int size = VirtualCamera.STANDARD.sizePx();
    Mat sheet = Mat.zeros(size * PITCHES_DEG.length, size * YAWS_DEG.length, CvType.CV_8UC3);
    Mat frame = new Mat(lens.height(), lens.width(), CvType.CV_8UC3);
    try (Normaliser normaliser = new Normaliser(lens, VirtualCamera.STANDARD)) {
      for (int row = 0; row < PITCHES_DEG.length; row++) {
        SplittableRandom random = new SplittableRandom(row);
        Person person = Person.random(random);
        try (FaceRenderer renderer = new FaceRenderer(scene, person, random)) {
          for (int column = 0; column < YAWS_DEG.length; column++) {
            Rotation head =
                Rotation.about(0, 1, 0, random.nextDouble(-0.12, 0.12))
                    .after(Rotation.about(1, 0, 0, random.nextDouble(-0.1, 0.1)))
                    .after(Rotation.about(0, 0, 1, random.nextDouble(-0.1, 0.1)));
            HeadPose pose = new HeadPose(head, random.nextDouble(-40, 40), 10, 600);
            Gaze gaze = Gaze.ofDegrees(PITCHES_DEG[row], YAWS_DEG[column]);
            double light = scene.light().at(random.nextDouble());
            renderer.render(new SyntheticTruth(0, pose, gaze, 1, light), frame);
            Mat cell = sheet.submat(new Rect(column * size, row * size, size, size));
            normaliser.normalise(frame, pose).patch().copyTo(cell);
            Imgproc.putText(
                cell,
                "p%+.0f y%+.0f".formatted(gaze.pitchDeg(), gaze.yawDeg()),
                new Point(4, size - 6),
                Imgproc.FONT_HERSHEY_SIMPLEX,
                0.45,
                new Scalar(255, 255, 255));
          }
        }
      }
    }
    Imgcodecs.imwrite(arguments[0], sheet);
    Imgcodecs.imwrite(arguments[0].replace(".png", "-frame.png"), frame);
  }
}
