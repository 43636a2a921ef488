package io.gazeshift.ingest.facemodels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class TarballTest {

  @Test
  void findsWhatIsWantedWhateverItsSize() throws Exception {
    byte[] tarball = tarball("package/a", "x".repeat(511), "package/b", "y".repeat(512), "c", "");
    assertThat(Tarball.entries(tarball, Set.of("package/b", "c", "absent")))
        .containsOnlyKeys("package/b", "c")
        .hasEntrySatisfying("package/b", b -> assertThat(b).hasSize(512).containsOnly('y'))
        .hasEntrySatisfying("c", c -> assertThat(c).isEmpty());
  }

  @Test
  void whatIsNoArchiveIsAnOrdinaryError() throws Exception {
    assertThatThrownBy(() -> Tarball.entries(new byte[] {1, 2, 3}, Set.of()))
        .isInstanceOf(IOException.class);
    ByteArrayOutputStream noTar = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(noTar)) {
      gzip.write("z".repeat(1024).getBytes(StandardCharsets.US_ASCII));
    }
    assertThatThrownBy(() -> Tarball.entries(noTar.toByteArray(), Set.of()))
        .isInstanceOf(IOException.class);
  }

  private static byte[] tarball(String... namesAndContents) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      for (int i = 0; i < namesAndContents.length; i += 2) {
        byte[] content = namesAndContents[i + 1].getBytes(StandardCharsets.US_ASCII);
        byte[] header = new byte[512];
        put(header, 0, namesAndContents[i]);
        put(header, 124, "%011o".formatted(content.length));
        gzip.write(header);
        gzip.write(content);
        gzip.write(new byte[(512 - content.length % 512) % 512]);
      }
      gzip.write(new byte[1024]);
    }
    return bytes.toByteArray();
  }

  private static void put(byte[] header, int at, String text) {
    byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(ascii, 0, header, at, ascii.length);
  }
}
