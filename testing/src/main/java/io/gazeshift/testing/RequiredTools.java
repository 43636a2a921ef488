package io.gazeshift.testing;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * Optional external tools. A test that needs a missing tool is skipped, or fails if the variable
 * {@code REQUIRE_TOOLS} names it; .ci/run sets it for the tools it has installed. (A variable that
 * begins with GAZESHIFT_ would be a setting.)
 */
public final class RequiredTools {

  private static final Set<String> REQUIRED =
      Set.copyOf(List.of(System.getenv().getOrDefault("REQUIRE_TOOLS", "").split("\\s+")));

  private RequiredTools() {}

  /** Says so where it is not there, and ends the test. */
  public static void tool(String name, boolean isThere, String otherwise) {
    tool(REQUIRED, name, isThere, otherwise);
  }

  static void tool(Set<String> required, String name, boolean isThere, String otherwise) {
    if (required.contains(name)) {
      Assertions.assertTrue(isThere, () -> "REQUIRE_TOOLS names %s: %s".formatted(name, otherwise));
    }
    Assumptions.assumeTrue(isThere, otherwise);
  }
}
