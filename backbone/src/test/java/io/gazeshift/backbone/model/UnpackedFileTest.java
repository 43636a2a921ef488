package io.gazeshift.backbone.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackedFileTest {

  private static final byte[] CONTENT = "content".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path directory;

  @Test
  void isWrittenOnce() throws IOException {
    UnpackedFile unpacked = new UnpackedFile(List.of(directory.resolve("cache")));
    Path file = unpacked.unpack("bank", CONTENT);
    assertThat(file).hasBinaryContent(CONTENT);
    FileTime longAgo = FileTime.fromMillis(1000);
    Files.setLastModifiedTime(file, longAgo);

    assertThat(unpacked.unpack("bank", CONTENT)).isEqualTo(file);
    assertThat(Files.getLastModifiedTime(file)).isEqualTo(longAgo);
    try (Stream<Path> files = Files.list(file.getParent())) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void whatWasCutShortIsWrittenAgain() throws IOException {
    UnpackedFile unpacked = new UnpackedFile(List.of(directory));
    Path file = unpacked.unpack("bank", CONTENT);
    Files.write(file, new byte[] {1});

    assertThat(unpacked.unpack("bank", CONTENT)).hasBinaryContent(CONTENT);
  }

  @Test
  void otherContentDoesNotDisturbIt() {
    UnpackedFile unpacked = new UnpackedFile(List.of(directory));
    Path file = unpacked.unpack("bank", CONTENT);

    assertThat(unpacked.unpack("bank", new byte[] {1})).isNotEqualTo(file);
    assertThat(file).hasBinaryContent(CONTENT);
  }

  @Test
  void whereOneDirectoryCannotBeWrittenTheNextIsTaken() throws IOException {
    Path occupied = Files.writeString(directory.resolve("file"), "");

    assertThat(
            new UnpackedFile(List.of(occupied, directory.resolve("tmp"))).unpack("bank", CONTENT))
        .startsWith(directory.resolve("tmp"));
    assertThatThrownBy(() -> new UnpackedFile(List.of(occupied)).unpack("bank", CONTENT))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(occupied.toString());
  }
}
