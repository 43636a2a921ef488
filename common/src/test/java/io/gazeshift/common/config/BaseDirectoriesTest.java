package io.gazeshift.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BaseDirectoriesTest {

  @Test
  void theVariableWinsOverTheUsualPlace() {
    assertThat(BaseDirectories.state(Map.of("XDG_STATE_HOME", "/s", "HOME", "/home/u")))
        .isEqualTo(Path.of("/s"));
    assertThat(BaseDirectories.config(Map.of("HOME", "/home/u")))
        .isEqualTo(Path.of("/home/u/.config"));
    assertThat(BaseDirectories.cache(Map.of("XDG_CACHE_HOME", "/c", "HOME", "/home/u")))
        .isEqualTo(Path.of("/c"));
  }

  @Test
  void aRelativeVariableIsIgnored() {
    assertThat(BaseDirectories.state(Map.of("XDG_STATE_HOME", "s", "HOME", "/home/u")))
        .isEqualTo(Path.of("/home/u/.local/state"));
  }

  @Test
  void aUserWithoutHomeGetsTheTemporaryDirectory() {
    assertThat(BaseDirectories.home(Map.of("HOME", "?")))
        .isEqualTo(Path.of(System.getProperty("java.io.tmpdir")));
  }
}
