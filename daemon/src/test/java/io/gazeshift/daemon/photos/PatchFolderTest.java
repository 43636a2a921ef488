package io.gazeshift.daemon.photos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import com.google.protobuf.ByteString;
import io.gazeshift.common.UserError;
import io.gazeshift.glsge.data.GazeHubLabels;
import io.gazeshift.glsge.data.GazeHubLayout;
import io.gazeshift.glsge.data.GazeHubSample;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FaceQuality;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PatchFolderTest {

  @TempDir private Path directory;

  @Test
  void patchesAndLabelsLieWhereGazeHubPutsThem() throws Exception {
    PatchFolder folder = PatchFolder.create(directory.resolve("out"));
    folder.add(label("0056", "a photo.jpg", 0, 0), face(Rotation.IDENTITY, 1));
    folder.add(label("0001", "b.jpg", 10, -20), face(Rotation.IDENTITY, 2));
    folder.add(label("0056", "c.jpg", 0, 5), face(Rotation.IDENTITY, 3));
    folder.finish();

    assertThat(folder.persons()).isEqualTo(2);
    assertThat(directory.resolve("out/Image/0056/000000.jpg")).hasBinaryContent(new byte[] {1});
    assertThat(directory.resolve("out/Image/0001/000000.jpg")).hasBinaryContent(new byte[] {2});
    assertThat(directory.resolve("out/Image/0056/000001.jpg")).hasBinaryContent(new byte[] {3});
    assertThat(Files.readAllLines(directory.resolve("out/Label/0001.label")))
        .containsExactly(
            "face gaze head name",
            "0001/000000.jpg 0.174532925,-0.349065850 0.100000000,-0.200000000 b.jpg");
    assertThat(GazeHubLabels.read(folder.labels(), GazeHubLayout.ETH_XGAZE))
        .extracting(GazeHubSample::person)
        .containsExactly("0001", "0056", "0056");
  }

  /** What is written is the label in the axes of the patch: turned back, it is the label again. */
  @RepeatedTest(30)
  void labelsAreTurnedIntoTheAxesOfThePatch(RepetitionInfo repetition) throws Exception {
    Random random = new Random(repetition.getCurrentRepetition());
    Rotation rotation =
        Rotation.about(
            random.nextGaussian(),
            random.nextGaussian(),
            random.nextGaussian(),
            random.nextDouble(-0.5, 0.5));
    PhotoLabel label = label("7", "a.jpg", random.nextDouble(-40, 40), random.nextDouble(-60, 60));
    PatchFolder folder = PatchFolder.create(directory);
    folder.add(label, face(rotation, 1));
    folder.finish();

    GazeHubSample sample = GazeHubLabels.read(folder.labels(), GazeHubLayout.ETH_XGAZE).get(0);
    Gaze back = new Gaze(sample.pitchRad(), sample.yawRad()).rotatedBy(rotation.inverse());
    assertThat(back.angleToRad(label.gaze())).isCloseTo(0, within(1e-8));
  }

  @Test
  void aFolderWithFilesIsRejected() throws Exception {
    Files.createFile(directory.resolve("old.jpg"));
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(() -> PatchFolder.create(directory))
        .withMessageContaining("--out")
        .withMessageContaining("is not empty");
  }

  @Test
  void aPersonWhoCannotBeAFolderIsRejected() {
    PatchFolder.requirePersons(List.of(label("0001", "a.jpg", 0, 0), label("jürgen.k", "b", 0, 0)));
    for (String person : List.of("..", "a/b", "anna b", "-x")) {
      assertThatExceptionOfType(UserError.class)
          .as(person)
          .isThrownBy(() -> PatchFolder.requirePersons(List.of(label(person, "a.jpg", 0, 0))))
          .withMessageContaining("a.jpg: person '%s'", person)
          .withMessageContaining("use letters");
    }
  }

  private static PhotoLabel label(String person, String name, double pitchDeg, double yawDeg) {
    return new PhotoLabel(Path.of(name), name, person, "0", Gaze.ofDegrees(pitchDeg, yawDeg));
  }

  private static FaceFrame face(Rotation rotation, int content) {
    return FaceFrame.newBuilder()
        .setPatchJpeg(ByteString.copyFrom(new byte[] {(byte) content}))
        .addAllNormalisationRotation(rotation.toList())
        .setQuality(FaceQuality.newBuilder().setHead(new Gaze(0.1, -0.2).toMessage()))
        .build();
  }
}
