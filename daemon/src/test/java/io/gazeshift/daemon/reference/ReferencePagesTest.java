package io.gazeshift.daemon.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.cli.Console;
import io.gazeshift.daemon.cli.Commands;
import io.gazeshift.daemon.config.GazeshiftConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code -Dgazeshift.write=true} writes the pages instead of comparing them. */
class ReferencePagesTest {

  private static final Path REFERENCE = Path.of("../docs/reference");

  @Test
  void theConfigurationPageIsUpToDate() throws IOException {
    isUpToDate("configuration.md", ConfigurationPage.markdown(GazeshiftConfig.schema()));
  }

  @Test
  void theCommandLinePageIsUpToDate() throws IOException {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    Console console = new Console(nowhere, nowhere, false, 80, Environments.DOCUMENTED);
    isUpToDate("cli.md", new CommandLinePage(Commands.line(console)).markdown());
  }

  private static void isUpToDate(String name, String expected) throws IOException {
    Path page = REFERENCE.resolve(name);
    if (Boolean.getBoolean("gazeshift.write")) {
      Files.writeString(page, expected);
    }
    assertThat(Files.readString(page))
        .withFailMessage(
            "docs/reference/%s is stale; regenerate it with: mvn -pl daemon -am test"
                + " -Dtest=ReferencePagesTest -Dgazeshift.write=true"
                + " -Dsurefire.failIfNoSpecifiedTests=false",
            name)
        .isEqualTo(expected);
  }
}
