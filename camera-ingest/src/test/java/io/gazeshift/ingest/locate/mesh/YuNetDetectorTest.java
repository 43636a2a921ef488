package io.gazeshift.ingest.locate.mesh;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.opencv.OpenCv;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YuNetDetectorTest {

  @TempDir private Path dir;

  @BeforeAll
  static void load() {
    OpenCv.load();
  }

  @Test
  void aMissingFileIsNamed() {
    assertRefused(dir.resolve("yunet.onnx"), "there is no file");
  }

  @Test
  void aFileThatIsNoNetworkIsRefused() throws Exception {
    assertRefused(Files.writeString(dir.resolve("yunet.onnx"), "not a network"), "not a YuNet");
    assertRefused(Files.write(dir.resolve("empty.onnx"), new byte[0]), "not a YuNet");
  }

  private static void assertRefused(Path file, String why) {
    assertThatThrownBy(() -> new YuNetDetector(file, 0.6))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll("faces.yunet", file.toString(), why);
  }
}
