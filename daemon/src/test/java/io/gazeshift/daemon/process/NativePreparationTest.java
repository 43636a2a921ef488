package io.gazeshift.daemon.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativePreparationTest {

  @TempDir private Path directory;

  @Test
  void openBlasIsThereOnce() throws IOException {
    Path folder = Files.createDirectories(directory.resolve("openblas.jar/linux-x86_64"));
    Path library = Files.writeString(folder.resolve("libopenblas.so.0"), "code");
    Path copy = Files.writeString(folder.resolve("libopenblas_nolapack.so.0"), "code");

    NativePreparation.shareOpenBlas(directory);
    NativePreparation.shareOpenBlas(directory);

    assertThat(Files.isSymbolicLink(copy)).isTrue();
    assertThat(copy.toRealPath()).isEqualTo(library.toRealPath());
  }

  @Test
  void onnxRuntimeIsUnpackedForItsPlatform() throws IOException {
    NativePreparation.unpackOnnxRuntime(directory, "amd64");

    assertThat(directory.resolve("libonnxruntime.so")).isNotEmptyFile();
    assertThat(directory.resolve("libonnxruntime4j_jni.so")).isNotEmptyFile();
  }

  @Test
  void aPlatformThatTheJarDoesNotHaveIsNamed() {
    assertThatExceptionOfType(FileNotFoundException.class)
        .isThrownBy(() -> NativePreparation.unpackOnnxRuntime(directory, "riscv64"))
        .withMessageContaining("no libonnxruntime.so for linux-riscv64")
        .withMessageContaining("build the distribution for this platform");
  }
}
