package io.gazeshift.testing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

class RequiredToolsTest {

  @Test
  void aToolThatIsNotThereSkipsTheTest() {
    assertThatThrownBy(() -> RequiredTools.tool(Set.of("npm"), "chromium", false, "no browser"))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("no browser");
  }

  @Test
  void orFailsItWhereTheToolIsRequired() {
    assertThatThrownBy(
            () -> RequiredTools.tool(Set.of("npm", "chromium"), "chromium", false, "no browser"))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageContaining("REQUIRE_TOOLS names chromium: no browser");
  }

  @Test
  void oneThatIsThereDoesNeither() {
    RequiredTools.tool(Set.of("npm"), "npm", true, "no npm");
    RequiredTools.tool(Set.of(), "npm", true, "no npm");
  }
}
