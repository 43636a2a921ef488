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
    assertRejected(dir.resolve("yunet.onnx"), "does not exist");
  }

  @Test
  void aFileThatIsNoNetworkIsRejected() throws Exception {
    assertRejected(Files.writeString(dir.resolve("yunet.onnx"), "not a network"), "not a YuNet");
    assertRejected(Files.write(dir.resolve("empty.onnx"), new byte[0]), "not a YuNet");
  }

  private static void assertRejected(Path file, String why) {
    assertThatThrownBy(() -> new YuNetDetector(file, 0.6))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll("faces.yunet", file.toString(), why);
  }
}
