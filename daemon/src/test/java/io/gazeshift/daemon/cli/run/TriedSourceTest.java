package io.gazeshift.daemon.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TriedSourceTest {

  @Test
  void aFilmAndAFolderRepeat(@TempDir Path home) throws Exception {
    Path film = Files.createFile(home.resolve("film.mp4"));

    assertThat(TriedSource.of(film.toString())).isEqualTo("file:%s?loop=true".formatted(film));
    assertThat(TriedSource.of(home.toString())).isEqualTo("folder:%s?loop=true".formatted(home));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"rtsp://10.0.0.7/live", "synthetic:lab?seed=2", "/dev/video3", "v4l2:/dev/video1"})
  void anAddressIsLeftAsItIs(String address) {
    assertThat(TriedSource.of(address)).isEqualTo(address);
  }

  @Test
  void aCameraThatIsNotThereIsRejectedWithTheDeviceAndARemedy() {
    assertThatThrownBy(() -> TriedSource.of("987"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--camera 987: /dev/video987 does not exist")
        .hasMessageContaining("film.mp4");
  }

  @Test
  void aFilmThatIsNotThereIsRejectedWithWhatCanBeGiven() {
    assertThatThrownBy(() -> TriedSource.of("no-such-film.mp4"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--camera no-such-film.mp4: the file does not exist")
        .hasMessageContaining("rtsp://");
  }
}
