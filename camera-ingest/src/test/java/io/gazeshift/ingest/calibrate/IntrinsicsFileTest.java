package io.gazeshift.ingest.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.CameraIntrinsics.Lens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class IntrinsicsFileTest {

  private static final String OPENCV_YAML =
      """
      %YAML:1.0
      ---
      calibration_time: "Fri Mar  1 10:00:00 2024"
      image_width: 640
      image_height: 480
      camera_matrix: !!opencv-matrix
         rows: 3
         cols: 3
         dt: d
         data: [ 7.0e+02, 0., 3.1e+02, 0., 6.9e+02,
             2.5e+02, 0., 0., 1. ]
      distortion_coefficients: !!opencv-matrix
         rows: 5
         cols: 1
         dt: d
         data: [ -2.5e-01, 8.0e-02, 1.0e-03, -2.0e-03, 1.0e-02 ]
      avg_reprojection_error: 2.1e-01
      """;

  private static final String OPENCV_XML =
      """
      <?xml version="1.0"?>
      <opencv_storage>
      <image_width>640</image_width>
      <image_height>480</image_height>
      <camera_matrix type_id="opencv-matrix">
        <rows>3</rows>
        <cols>3</cols>
        <dt>d</dt>
        <data>
          700. 0. 310. 0. 690.
          250. 0. 0. 1.</data></camera_matrix>
      <distortion_coefficients type_id="opencv-matrix">
        <rows>1</rows>
        <cols>5</cols>
        <dt>d</dt>
        <data>
          -0.25 0.08 0.001 -0.002 0.01</data></distortion_coefficients>
      </opencv_storage>
      """;

  private static final String OPENCV_JSON =
      """
      {
      \t"image_size": [ 640, 480 ],
          "camera_matrix": {
              "type_id": "opencv-matrix",
              "rows": 3,
              "cols": 3,
              "dt": "d",
              "data": [ 700.0, 0.0, 310.0, 0.0, 690.0, 250.0, 0.0, 0.0, 1.0 ]
          },
          "dist_coeffs": [ -0.25, 0.08, 0.001, -0.002, 0.01 ]
      }
      """;

  private static final String ROS_YAML =
      """
      image_width: 640
      image_height: 480
      camera_name: narrow_stereo
      camera_matrix:
        rows: 3
        cols: 3
        data: [700, 0, 310, 0, 690, 250, 0, 0, 1]
      distortion_model: plumb_bob
      distortion_coefficients:
        rows: 1
        cols: 5
        data: [-0.25, 0.08, 0.001, -0.002, 0.01]
      rectification_matrix:
        rows: 3
        cols: 3
        data: [1, 0, 0, 0, 1, 0, 0, 0, 1]
      """;

  private static final String SHORT_YAML =
      """
      image_size: [640, 480]
      K: [[700, 0, 310], [0, 690, 250], [0, 0, 1]]
      D: [-0.25, 0.08, 0.001, -0.002, 0.01]
      """;

  @TempDir private Path folder;

  static Stream<Arguments> formats() {
    return Stream.of(
        Arguments.of("cam0.yaml", OPENCV_YAML),
        Arguments.of("cam0.xml", OPENCV_XML),
        Arguments.of("cam0.json", OPENCV_JSON),
        Arguments.of("ros.yaml", ROS_YAML),
        Arguments.of("short.yml", SHORT_YAML));
  }

  @ParameterizedTest
  @MethodSource("formats")
  void everyFormatGivesTheSameIntrinsics(String name, String text) throws IOException {
    CameraIntrinsics read = IntrinsicsFile.read(file(name, text));

    assertThat(read.width()).isEqualTo(640);
    assertThat(read.height()).isEqualTo(480);
    assertThat(read.fx()).isEqualTo(700);
    assertThat(read.fy()).isEqualTo(690);
    assertThat(read.cx()).isEqualTo(310);
    assertThat(read.cy()).isEqualTo(250);
    assertThat(read.lens()).isEqualTo(Lens.PINHOLE);
    assertThat(read.distortion()).containsExactly(-0.25, 0.08, 0.001, -0.002, 0.01);
    assertThat(read.assumed()).isFalse();
    assertThat(read.id()).startsWith(name + "@");
  }

  @Test
  void aFisheyeIsToldByItsModel() throws IOException {
    String fisheye =
        ROS_YAML
            .replace("plumb_bob", "equidistant")
            .replace("-0.25, 0.08, 0.001, -0.002, 0.01", "0.1, -0.02, 0.003, 0.0004");
    assertThat(IntrinsicsFile.read(file("f.yaml", fisheye)).lens()).isEqualTo(Lens.FISHEYE);

    String flagged = fisheye.replace("distortion_model: equidistant", "fisheye_model: 1");
    assertThat(IntrinsicsFile.read(file("g.yaml", flagged)).lens()).isEqualTo(Lens.FISHEYE);
  }

  @Test
  void anotherCalibrationOfTheSameNameHasAnotherId() throws IOException {
    String first = IntrinsicsFile.read(file("cam0.yaml", SHORT_YAML)).id();

    String second = IntrinsicsFile.read(file("cam0.yaml", SHORT_YAML.replace("700", "701"))).id();

    assertThat(second).isNotEqualTo(first);
  }

  @Test
  void aFileWithoutACameraMatrixSaysWhatIsMissingAndWhatToDo() throws IOException {
    String without = SHORT_YAML.replace("K:", "other:");

    assertThatThrownBy(() -> IntrinsicsFile.read(file("cam0.yaml", without)))
        .isInstanceOf(UserError.class)
        .hasMessage(
            "cameras[].lens-calibration: cam0.yaml has no 'camera_matrix' (3x3); create one with 'gazeshift calibrate-lens'");
  }

  static Stream<Arguments> bad() {
    String yaml = SHORT_YAML;
    return Stream.of(
        Arguments.of(yaml.replace("[0, 0, 1]]", "[0, 0]]"), "'K' of 8 numbers"),
        Arguments.of(ROS_YAML.replaceFirst("rows: 3", "rows: 9"), "'camera_matrix' of 9x3"),
        Arguments.of(yaml.replace("700", ".Nan"), "'.Nan' in 'K'"),
        Arguments.of(yaml.replace("690", "NaN"), "'NaN' in 'K'"),
        Arguments.of(yaml.replace("0.08", "oops"), "'oops' in 'D'"),
        Arguments.of(yaml.replace("700", "-700"), "must be above 0"),
        Arguments.of(yaml.replace("310", "960"), "principal point 960.0"),
        Arguments.of(yaml.replace("image_size: [640, 480]", ""), "no 'image_width'"),
        Arguments.of(yaml.replace("640", "640.5"), "'image_size' of 640.5"),
        Arguments.of(yaml.replace("[[700, 0,", "[[700, 3,"), "a skew of 3.0"),
        Arguments.of(yaml.replace("[0, 0, 1]", "[310, 250, 1]"), "not [fx 0 cx"),
        Arguments.of(yaml.replace(", -0.002, 0.01", ""), "3 distortion coefficients"),
        Arguments.of(ROS_YAML.replace("plumb_bob", "magic"), "'magic'"),
        Arguments.of(ROS_YAML.replace("plumb_bob", "equidistant"), "5 distortion coefficients"),
        Arguments.of("camera_matrix: [1, 2", "is malformed YAML"),
        Arguments.of("{\"camera_matrix\": ", "is malformed JSON"),
        Arguments.of("<opencv_storage><a>", "is malformed XML"),
        Arguments.of(
            "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/hostname\">]><a>&b;</a>",
            "is malformed XML"),
        Arguments.of("&a [*a]", "nested too deeply"),
        Arguments.of("just text", "no keys"),
        Arguments.of("", "is empty"));
  }

  @ParameterizedTest
  @MethodSource("bad")
  void aBadFileSaysWhatIsWrong(String text, String problem) throws IOException {
    Path file = file("cam0.yaml", text);

    assertThatThrownBy(() -> IntrinsicsFile.read(file))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("cameras[].lens-calibration: ")
        .hasMessageContaining("cam0.yaml")
        .hasMessageContaining(problem);
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> IntrinsicsFile.read(folder.resolve("none.yaml")))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("does not exist")
        .hasMessageContaining("none.yaml")
        .hasMessageContaining("gazeshift calibrate-lens");
  }

  @Test
  void bytesThatAreNoTextAreRejected() throws IOException {
    Path file = Files.write(folder.resolve("cam0.yaml"), new byte[] {(byte) 0xff, (byte) 0xd8});

    assertThatThrownBy(() -> IntrinsicsFile.read(file)).hasMessageContaining("not UTF-8");
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }
}
