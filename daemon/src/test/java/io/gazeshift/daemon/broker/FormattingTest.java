package io.gazeshift.daemon.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FormattingTest {

  @TempDir Path directory;
  private Formatting formatting;

  @BeforeEach
  void formatting() {
    formatting = new Formatting(directory);
  }

  @Test
  void anEmptyDirectoryIsNotFormatted() throws IOException {
    assertThat(formatting.isDone()).isFalse();
  }

  @Test
  void filesThatADiskLostTheContentOfAreMadeAnew() throws IOException {
    write("meta.properties", "cluster.id=a");
    write("bootstrap.checkpoint", "");
    assertThat(formatting.isDone()).isFalse();

    formatting.clear();

    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aFormattedDirectoryIsLeftAlone() throws IOException {
    write("meta.properties", "cluster.id=a");
    write("bootstrap.checkpoint", "records");
    formatting.flush();

    assertThat(formatting.isDone()).isTrue();
  }

  @Test
  void oneThatABrokerHasRunOnIsNeverFormattedAgain() throws IOException {
    Files.createDirectory(directory.resolve("__cluster_metadata-0"));

    assertThat(formatting.isDone()).isTrue();
  }

  private void write(String name, String content) throws IOException {
    Files.writeString(directory.resolve(name), content);
  }
}
