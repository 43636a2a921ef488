package io.gazeshift.daemon.photos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PhotoLabelsTest {

  @TempDir private Path folder;
  private Path csv;

  @BeforeEach
  void takePhotographs() throws IOException {
    csv = folder.resolve("labels.csv");
    Files.createFile(folder.resolve("a.jpg"));
    Files.createDirectory(folder.resolve("more"));
    Files.createFile(folder.resolve("more/b.jpg"));
  }

  @Test
  void everyLineIsAPhotographWithItsGaze() throws IOException {
    List<PhotoLabel> labels =
        read("file,person,camera,pitch,yaw", "a.jpg,0001,-15,10,-15", "more/b.jpg,0002,0,-10.5,90");
    assertThat(labels).hasSize(2);
    PhotoLabel first = labels.get(0);
    assertThat(first.file()).isEqualTo(folder.resolve("a.jpg"));
    assertThat(first.name()).isEqualTo("a.jpg");
    assertThat(first.person()).isEqualTo("0001");
    assertThat(first.camera()).isEqualTo("-15");
    assertThat(first.gaze().pitchDeg()).isCloseTo(10, within(1e-12));
    assertThat(first.gaze().yawDeg()).isCloseTo(-15, within(1e-12));
    assertThat(labels.get(1).file()).isEqualTo(folder.resolve("more/b.jpg"));
  }

  @Test
  void columnsMayStandInAnyOrderAndTheCameraIsOptional() throws IOException {
    List<PhotoLabel> labels =
        read("\uFEFFyaw, pitch, person, file", "", "# by hand", "-3 ,4,anna, a.jpg");
    assertThat(labels).hasSize(1);
    assertThat(labels.get(0).camera()).isEmpty();
    assertThat(labels.get(0).person()).isEqualTo("anna");
    assertThat(labels.get(0).gaze().pitchDeg()).isCloseTo(4, within(1e-12));
    assertThat(labels.get(0).gaze().yawDeg()).isCloseTo(-3, within(1e-12));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          c.jpg,1,0,0,0     | does not exist                | relative to
          more,1,0,0,0      | does not exist                | relative to
          a.jpg,1,0,up,0    | pitch 'up' is not a number    | in degrees
          a.jpg,1,0,0,      | yaw '' is not a number        | in degrees
          a.jpg,1,0,90.1,0  | pitch 90.1 is beyond ±90      | in degrees
          a.jpg,1,0,0,-181  | yaw -181 is beyond ±180       | in degrees
          a.jpg,1,0,NaN,0   | pitch NaN is beyond ±90       | in degrees
          a.jpg,1,0,0       | has 4 cells                   | give 5
          a.jpg,1,0,0,0,0   | has 6 cells                   | give 5
          a.jpg,,0,0,0      | names no person               | a name
          """)
  void aLineThatCannotBeUsedIsNamedWithTheRemedy(String line, String what, String remedy) {
    assertRejected(List.of("file,person,camera,pitch,yaw", line), "labels.csv:2: ", what, remedy);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          file,person,camera,pitch,yaw,roll | unknown column 'roll'
          file;person;camera;pitch;yaw      | unknown column 'file;person;camera;pitch;yaw'
          a.jpg,1,0,0,0                     | unknown column 'a.jpg'
          file,person,pitch,yaw,pitch       | column 'pitch' twice
          file,person,camera,pitch          | no column 'yaw'
          person,camera,pitch,yaw           | no column 'file'
          """)
  void aHeaderThatCannotBeUsedIsNamed(String header, String what) {
    assertRejected(List.of("# comment", header, "a.jpg,1,0,0,0"), "labels.csv:2: ", what);
  }

  @Test
  void anUnknownColumnIsAnsweredWithTheKnownOnes() {
    assertRejected(List.of("path,person,pitch,yaw"), "file,person,camera,pitch,yaw");
  }

  @Test
  void aFileWithoutPhotographsIsRejected() {
    assertRejected(List.of(), "labels.csv: lists no photographs", "header");
    assertRejected(List.of("file,person,camera,pitch,yaw", ""), "lists no photographs");
  }

  @Test
  void aPhotographThatIsListedTwiceIsRejected() {
    assertRejected(
        List.of("file,person,pitch,yaw", "a.jpg,1,0,0", "more/../a.jpg,2,0,0"),
        "labels.csv:3: ",
        "already on",
        "labels.csv:2",
        "remove");
  }

  @Test
  void whatIsNotTextIsRejected() throws IOException {
    Files.write(csv, new byte[] {(byte) 0xff, (byte) 0xd8, (byte) 0xff});
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> PhotoLabels.read(folder, csv))
        .withMessageContaining("is not text")
        .withMessageContaining("file,person,camera,pitch,yaw");
  }

  private void assertRejected(List<String> lines, String... parts) {
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> read(lines.toArray(String[]::new)))
        .satisfies(e -> assertThat(e.getMessage()).contains(parts));
  }

  private List<PhotoLabel> read(String... lines) throws IOException {
    Files.write(csv, List.of(lines));
    return PhotoLabels.read(folder, csv);
  }
}
