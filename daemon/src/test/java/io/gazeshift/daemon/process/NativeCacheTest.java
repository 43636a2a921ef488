package io.gazeshift.daemon.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeCacheTest {

  private static final long MORE_THAN_ANY_DISK_HAS = Long.MAX_VALUE;

  @TempDir Path home;
  @TempDir Path temporary;

  @Test
  void aHomeWithRoomIsUsed() {
    assertThat(NativeCache.instead(home, temporary, 1)).isEmpty();
  }

  @Test
  void aHomeOnAFullDiskIsNotUsed() {
    assertThat(NativeCache.instead(home, temporary, MORE_THAN_ANY_DISK_HAS))
        .contains(temporary.resolve("gazeshift-javacpp"));
  }

  @Test
  void whatIsUnpackedAlreadyNeedsNoRoom() throws IOException {
    Files.createDirectories(home.resolve(".javacpp/cache/openblas.jar"));

    assertThat(NativeCache.instead(home, temporary, MORE_THAN_ANY_DISK_HAS)).isEmpty();
  }
}
