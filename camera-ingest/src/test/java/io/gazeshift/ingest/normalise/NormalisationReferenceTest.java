package io.gazeshift.ingest.normalise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CameraIntrinsics.Lens;
import io.gazeshift.protocol.Rotation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.opencv.calib3d.Calib3d;
import org.opencv.core.Core;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.Size;
import org.opencv.imgproc.Imgproc;

/**
 * The one-step normalisation against the published one in separate steps, by OpenCV's other
 * functions and by numpy.
 */
class NormalisationReferenceTest {

  private static final VirtualCamera VIRTUAL = VirtualCamera.STANDARD;
  private static final double MAX_ANGLE_DEG = 0.01;
  private static final double MAX_MEAN_LEVELS = 0.5;

  /** The straightened image is made larger, lest its own interpolation be what is compared. */
  private static final int STRAIGHT_SCALE = 3;

  private static final List<CameraIntrinsics> LENSES =
      List.of(
          CameraIntrinsics.calibrated("pinhole", 640, 480, 700, 690, 310, 250, List.of()),
          CameraIntrinsics.calibrated(
              "barrel", 640, 480, 700, 690, 310, 250, List.of(-0.25, 0.08, 0.001, -0.002, 0.01)),
          new CameraIntrinsics(
              "fisheye",
              640,
              480,
              330,
              328,
              325,
              236,
              Lens.FISHEYE,
              List.of(-0.03, 0.012, -0.004, 0.001),
              false));

  private static Mat image;

  @TempDir private Path folder;

  @BeforeAll
  static void draw() {
    OpenCv.load();
    // Smooth blobs: detail enough to show a shift, not so much that interpolation dominates.
    image = new Mat(480, 640, CvType.CV_8UC3);
    byte[] pixels = new byte[480 * 640 * 3];
    new Random(3).nextBytes(pixels);
    image.put(0, 0, pixels);
    Imgproc.GaussianBlur(image, image, new Size(0, 0), 3);
    Core.normalize(image, image, 0, 255, Core.NORM_MINMAX);
  }

  @AfterAll
  static void release() {
    image.release();
  }

  record Case(CameraIntrinsics lens, HeadPose pose) {}

  static Stream<Case> cases() {
    Random random = new Random(7);
    return LENSES.stream()
        .flatMap(lens -> Stream.generate(() -> new Case(lens, pose(random))).limit(8));
  }

  private static HeadPose pose(Random random) {
    return new HeadPose(
        Rotation.about(
            random.nextGaussian(),
            random.nextGaussian(),
            random.nextGaussian(),
            random.nextDouble(-0.6, 0.6)),
        random.nextDouble(-100, 100),
        random.nextDouble(-70, 70),
        random.nextDouble(450, 900));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void oneStepAgreesWithStraighteningAndWarping(Case given) {
    CameraIntrinsics lens = given.lens();
    HeadPose pose = given.pose();
    Mat straightMatrix = scaledMatrix(lens, STRAIGHT_SCALE);
    Mat straight = straightened(lens, straightMatrix);
    Mat w = virtualMatrix().matMul(scaledRotation(pose)).matMul(straightMatrix.inv());
    Mat expected = new Mat();
    Imgproc.warpPerspective(straight, expected, w, new Size(224, 224), Imgproc.INTER_LINEAR);

    try (Normaliser normaliser = new Normaliser(lens, VIRTUAL)) {
      NormalisedFace face = normaliser.normalise(image, pose);
      assertThat(meanDifference(face.patch(), expected)).isLessThan(MAX_MEAN_LEVELS);
      assertThat(angleDeg(face.cameraToVirtual(), publishedRotation(pose)))
          .isLessThan(MAX_ANGLE_DEG);
    }
    List.of(straightMatrix, straight, w, expected).forEach(Mat::release);
  }

  @Test
  void oneStepAgreesWithNumpy() throws IOException, InterruptedException {
    assumeTrue(hasNumpy(), "python3 with numpy is not installed");
    List<Case> cases = cases().toList();
    List<Rotation> rotations = runNumpy(cases);
    Mat expected = new Mat(224, 224, CvType.CV_8UC3);
    for (int i = 0; i < cases.size(); i++) {
      Case given = cases.get(i);
      expected.put(0, 0, Files.readAllBytes(patchFile(i)));
      try (Normaliser normaliser = new Normaliser(given.lens(), VIRTUAL)) {
        NormalisedFace face = normaliser.normalise(image, given.pose());
        assertThat(angleDeg(face.cameraToVirtual(), rotations.get(i)))
            .as("%s", given)
            .isLessThan(MAX_ANGLE_DEG);
        assertThat(meanDifference(face.patch(), expected))
            .as("%s", given)
            .isLessThan(MAX_MEAN_LEVELS);
      }
    }
    expected.release();
  }

  /** The rotation as the paper gives it, through OpenCV's Rodrigues as published code does. */
  private static Rotation publishedRotation(HeadPose pose) {
    Mat headToCamera = new Mat(3, 3, CvType.CV_64F);
    headToCamera.put(0, 0, pose.headToCamera().rows());
    Mat forward = column(pose.faceCentreMm());
    Core.normalize(forward, forward);
    Mat down = forward.cross(headToCamera.col(0));
    Core.normalize(down, down);
    Mat right = down.cross(forward);
    Core.normalize(right, right);
    Mat rows = new Mat();
    Core.hconcat(List.of(right, down, forward), rows);
    double[] values = new double[9];
    rows.t().get(0, 0, values);
    return Rotation.ofRows(values);
  }

  private static Mat scaledRotation(HeadPose pose) {
    Mat s = Mat.eye(3, 3, CvType.CV_64F);
    s.put(2, 2, VIRTUAL.distanceMm() / Core.norm(column(pose.faceCentreMm())));
    Mat r = new Mat(3, 3, CvType.CV_64F);
    r.put(0, 0, publishedRotation(pose).rows());
    return s.matMul(r);
  }

  private static Mat straightened(CameraIntrinsics lens, Mat straightMatrix) {
    Mat straight = new Mat();
    Mat x = new Mat();
    Mat y = new Mat();
    Mat distortion = Mat.zeros(1, lens.lens() == Lens.FISHEYE ? 4 : 5, CvType.CV_64F);
    distortion.put(0, 0, lens.distortion().stream().mapToDouble(Double::doubleValue).toArray());
    Size size = new Size(lens.width() * STRAIGHT_SCALE, lens.height() * STRAIGHT_SCALE);
    if (lens.lens() == Lens.FISHEYE) {
      Calib3d.fisheye_undistortImage(
          image, straight, scaledMatrix(lens, 1), distortion, straightMatrix, size);
    } else {
      Calib3d.initUndistortRectifyMap(
          scaledMatrix(lens, 1),
          distortion,
          new Mat(),
          straightMatrix,
          size,
          CvType.CV_32FC1,
          x,
          y);
      Imgproc.remap(image, straight, x, y, Imgproc.INTER_LINEAR);
    }
    List.of(x, y, distortion).forEach(Mat::release);
    return straight;
  }

  private static Mat scaledMatrix(CameraIntrinsics lens, double scale) {
    Mat k = new Mat(3, 3, CvType.CV_64F);
    k.put(
        0,
        0,
        lens.fx() * scale,
        0,
        lens.cx() * scale,
        0,
        lens.fy() * scale,
        lens.cy() * scale,
        0,
        0,
        1);
    return k;
  }

  private static Mat virtualMatrix() {
    Mat cn = new Mat(3, 3, CvType.CV_64F);
    cn.put(0, 0, VIRTUAL.focalPx(), 0, 112, 0, VIRTUAL.focalPx(), 112, 0, 0, 1);
    return cn;
  }

  private static Mat column(double... values) {
    Mat column = new Mat(values.length, 1, CvType.CV_64F);
    column.put(0, 0, values);
    return column;
  }

  private static double angleDeg(Rotation a, Rotation b) {
    double[] turn = a.after(b.inverse()).rows();
    // The sine is exact near 0, where the cosine is not.
    double sine =
        Math.hypot(Math.hypot(turn[7] - turn[5], turn[2] - turn[6]), turn[3] - turn[1]) / 2;
    return Math.toDegrees(Math.atan2(sine, (turn[0] + turn[4] + turn[8] - 1) / 2));
  }

  private static double meanDifference(Mat a, Mat b) {
    return Core.norm(a, b, Core.NORM_L1) / (a.total() * a.channels());
  }

  private List<Rotation> runNumpy(List<Case> cases) throws IOException, InterruptedException {
    byte[] pixels = new byte[480 * 640 * 3];
    image.get(0, 0, pixels);
    Path frame = Files.write(folder.resolve("frame.raw"), pixels);
    List<Map<String, Object>> described = new ArrayList<>();
    for (Case given : cases) {
      Map<String, Object> description = description(given);
      description.put("frame", frame.toString());
      description.put("patch", patchFile(described.size()).toString());
      described.add(description);
    }
    Path json = folder.resolve("cases.json");
    new ObjectMapper().writeValue(json.toFile(), described);
    return run("python3", "src/test/python/normalise_reference.py", json.toString())
        .lines()
        .map(line -> Arrays.stream(line.split(" ")).mapToDouble(Double::parseDouble).toArray())
        .map(Rotation::ofRows)
        .toList();
  }

  private Path patchFile(int index) {
    return folder.resolve("patch%d.raw".formatted(index));
  }

  private static Map<String, Object> description(Case given) {
    CameraIntrinsics lens = given.lens();
    Map<String, Object> description = new LinkedHashMap<>();
    description.put("width", lens.width());
    description.put("height", lens.height());
    description.put("fx", lens.fx());
    description.put("fy", lens.fy());
    description.put("cx", lens.cx());
    description.put("cy", lens.cy());
    description.put("lens", lens.lens().name().toLowerCase(Locale.ROOT));
    description.put("distortion", lens.distortion());
    description.put("head_to_camera", given.pose().headToCamera().toList());
    description.put("face_centre", given.pose().faceCentreMm());
    description.put("patch_size", VIRTUAL.sizePx());
    description.put("focal", VIRTUAL.focalPx());
    description.put("distance", VIRTUAL.distanceMm());
    return description;
  }

  private static boolean hasNumpy() throws InterruptedException {
    try {
      return new ProcessBuilder("python3", "-c", "import numpy").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
