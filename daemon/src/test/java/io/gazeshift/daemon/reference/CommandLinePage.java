package io.gazeshift.daemon.reference;

import io.gazeshift.common.cli.CommonOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code docs/reference/cli.md}, from the commands themselves. */
final class CommandLinePage {

  private static final String BEFORE =
      """
      # Command line

      Generated from the commands in the code by `ReferencePagesTest`; do not edit it.

      `gazeshift COMMAND --help` prints the same for one command. Every command takes `--help`.
      Exit codes: 0 success, 1 failure, 2 usage error.
      """;

  private static final String HEADER = "| option | what it does |\n| --- | --- |\n";

  private final CommandLine root;
  private final List<CommandSpec> commands = new ArrayList<>();

  CommandLinePage(CommandLine root) {
    this.root = root;
    collect(root);
  }

  private void collect(CommandLine line) {
    line.getSubcommands().values().stream()
        .filter(sub -> !sub.getCommandSpec().usageMessage().hidden())
        .forEach(
            sub -> {
              commands.add(sub.getCommandSpec());
              collect(sub);
            });
  }

  String markdown() {
    Map<String, OptionSpec> shared = shared();
    StringBuilder page = new StringBuilder(BEFORE);
    page.append("\n| command | what it does |\n| --- | --- |\n");
    root.getSubcommands()
        .values()
        .forEach(
            sub -> {
              String name = sub.getCommandSpec().qualifiedName();
              page.append(
                  "| [`%s`](#%s) | %s |\n"
                      .formatted(name, name.replace(' ', '-'), about(sub.getCommandSpec())));
            });
    page.append(
        "\n## Common options\n\nCommands that read the configuration take these as well.\n\n");
    page.append(HEADER).append(options(shared.values().stream()));
    commands.forEach(spec -> page.append(section(spec, shared)));
    return page.toString();
  }

  /** The options that commands get from {@link CommonOptions}, by name. */
  private Map<String, OptionSpec> shared() {
    Map<String, OptionSpec> shared = new TreeMap<>();
    commands.stream()
        .flatMap(spec -> spec.mixins().values().stream())
        .filter(mixin -> mixin.userObject() instanceof CommonOptions)
        .flatMap(CommandLinePage::visible)
        .forEach(option -> shared.put(option.longestName(), option));
    return shared;
  }

  private static boolean takesShared(CommandSpec spec) {
    return spec.mixins().values().stream()
        .anyMatch(mixin -> mixin.userObject() instanceof CommonOptions);
  }

  private static String section(CommandSpec spec, Map<String, OptionSpec> shared) {
    StringBuilder text = new StringBuilder("\n## %s\n\n".formatted(spec.qualifiedName()));
    text.append(Cells.wrapped(about(spec)));
    text.append("\n```\n").append(synopsis(spec)).append("\n```\n");
    boolean takesShared = takesShared(spec);
    String own =
        options(visible(spec).filter(o -> !(takesShared && shared.containsKey(o.longestName()))))
            + spec.positionalParameters().stream()
                .filter(parameter -> !parameter.hidden())
                .map(CommandLinePage::row)
                .collect(Collectors.joining());
    if (!own.isEmpty()) {
      text.append('\n').append(HEADER).append(own);
    }
    if (takesShared) {
      text.append("\nAlso takes the [common options](#common-options).\n");
    }
    return text.toString();
  }

  private static String options(Stream<OptionSpec> options) {
    return options
        .sorted(Comparator.comparing(OptionSpec::longestName))
        .map(CommandLinePage::row)
        .collect(Collectors.joining());
  }

  private static Stream<OptionSpec> visible(CommandSpec spec) {
    return spec.options().stream()
        .filter(option -> !option.hidden() && !option.usageHelp() && !option.versionHelp());
  }

  private static String row(OptionSpec option) {
    String label = option.arity().max() == 0 ? "" : " " + option.paramLabel();
    return "| `%s%s`%s | %s |\n"
        .formatted(
            String.join(", ", option.names()),
            label.replace("|", "\\|"),
            option.required() ? " (required)" : "",
            Cells.escaped(String.join(" ", option.description())));
  }

  private static String row(PositionalParamSpec parameter) {
    return "| `%s` | %s |\n"
        .formatted(
            parameter.paramLabel().replace("|", "\\|"),
            Cells.escaped(String.join(" ", parameter.description())));
  }

  private static String about(CommandSpec spec) {
    return Cells.escaped(String.join(" ", spec.usageMessage().description()));
  }

  private static String synopsis(CommandSpec spec) {
    Help help = spec.commandLine().getHelp();
    return help.abbreviatedSynopsis().strip();
  }
}
