package io.gazeshift.daemon.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import io.gazeshift.common.config.GivenValue;
import io.gazeshift.daemon.config.GazeshiftConfig;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TriedSourceTest {

  @Test
  void aFilmAndAFolderRepeat(@TempDir Path home) throws Exception {
    Path film = Files.createFile(home.resolve("film.mp4"));

    assertThat(TriedSource.address(film.toString())).isEqualTo("file:%s?loop=true".formatted(film));
    assertThat(TriedSource.address(home.toString()))
        .isEqualTo("folder:%s?loop=true".formatted(home));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"rtsp://10.0.0.7/live", "synthetic:lab?seed=2", "/dev/video3", "v4l2:/dev/video1"})
  void anAddressIsLeftAsItIs(String address) {
    assertThat(TriedSource.address(address)).isEqualTo(address);
  }

  @Test
  void aCameraThatIsNotThereIsRejectedWithTheDeviceAndARemedy() {
    assertThatThrownBy(() -> TriedSource.address("987"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--camera 987: /dev/video987 does not exist")
        .hasMessageContaining("film.mp4");
  }

  @Test
  void aFilmThatIsNotThereIsRejectedWithWhatCanBeGiven() {
    assertThatThrownBy(() -> TriedSource.address("no-such-film.mp4"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--camera no-such-film.mp4: the file does not exist")
        .hasMessageContaining("rtsp://");
  }

  @Test
  void withoutFaceModelsANewUserIsToldTheOptionThatDownloadsThem(@TempDir Path home)
      throws Exception {
    Path film = Files.createFile(home.resolve("film.mp4"));

    assertThatThrownBy(() -> tried(film.toString(), home).requireFaceModels())
        .isInstanceOf(UserError.class)
        .hasMessageContaining("the face models are not in " + home)
        .hasMessageContaining("gazeshift try --fetch");
  }

  @Test
  void renderedFacesNeedNoModels(@TempDir Path home) {
    tried("synthetic:studio", home).requireFaceModels();
  }

  @Test
  void anAddressThatCannotBeUnderstoodIsNamedAsItWasGivenButForItsPassword(@TempDir Path home) {
    assertThatThrownBy(() -> tried("ftp://me:hunter2@host/film", home).requireFaceModels())
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("--camera ftp://")
        .hasMessageContaining("is not supported")
        .message()
        .doesNotContain("hunter2");
  }

  @Test
  void aFileThatIsNoFilmIsRejectedBeforeAnythingStarts(@TempDir Path home) throws Exception {
    Path text = Files.writeString(home.resolve("notes.txt"), "no film");

    assertThatThrownBy(() -> tried(text.toString(), home).requirePicture())
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("--camera %s: no picture can be read (".formatted(text))
        .hasMessageContaining("give a film or a folder of images");
  }

  @Test
  void aFolderWithoutImagesIsRejectedBeforeAnythingStarts(@TempDir Path home) {
    assertThatThrownBy(() -> tried(home.toString(), home).requirePicture())
        .isInstanceOf(UserError.class)
        .hasMessageContaining("contains no images (bmp, jpeg, jpg, png");
  }

  @Test
  void aFolderWithAPictureIsTakenWhateverElseIsInIt(@TempDir Path home) throws Exception {
    Files.writeString(home.resolve("1.jpg"), "no picture");
    BufferedImage black = new BufferedImage(160, 120, BufferedImage.TYPE_3BYTE_BGR);
    assertThat(ImageIO.write(black, "png", home.resolve("2.png").toFile())).isTrue();

    tried(home.toString(), home).requirePicture();
  }

  /** A stream may come later, so that it is not opened here. */
  @Test
  void aStreamThatIsNotThereIsNotRejected(@TempDir Path home) throws Exception {
    tried("rtsp://127.0.0.1:9/live", home).requirePicture();
  }

  private static TriedSource tried(String given, Path models) {
    GazeshiftConfig config =
        GazeshiftConfig.load(
            Optional.empty(),
            Map.of(),
            List.of(
                GivenValue.text("cameras[0].id", "camera", "test"),
                GivenValue.text("cameras[0].source", TriedSource.address(given), "test"),
                GivenValue.text("faces.models", models.toString(), "test")));
    return new TriedSource(given, config);
  }
}
