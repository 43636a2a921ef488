package io.gazeshift.daemon.cli.glances;

import io.gazeshift.common.UserError;
import io.gazeshift.daemon.cli.support.VersionText;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which stored glances of a domain a command is about; a picocli mixin. */
final class GlanceChoice {

  @Option(
      names = "--domain",
      paramLabel = "NAME",
      required = true,
      description = "Domain of the glances.")
  private String domain;

  @Option(names = "--all", description = "All glances of the domain.")
  private boolean all;

  @Parameters(
      paramLabel = "GLANCE",
      arity = "0..*",
      description = "Ids of the glances, from 'glances list'.")
  private List<String> ids = new ArrayList<>();

  String domain() {
    return domain;
  }

  /** Rejects a command line that names no glances, or names some and says {@code --all}. */
  void requireGiven(String command) {
    if (all != ids.isEmpty()) {
      throw UserError.usage(command + ": name the glances, or give --all");
    }
  }

  /** Rejects an id that none of the stored glances has. */
  void requireKnown(List<String> kept) {
    for (String id : ids) {
      if (!kept.contains(id)) {
        throw new UserError(
            "glance %s: not found in domain %s; it has %s"
                .formatted(id, domain, kept.stream().map(VersionText::oneLine).toList()));
      }
    }
  }

  boolean includes(String id) {
    return all || ids.contains(id);
  }
}
