package io.gazeshift.daemon.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.IHelpSectionRenderer;

/** Lists the commands in groups by task. */
final class GroupedHelp implements IHelpSectionRenderer {

  private static final int NAME_WIDTH = 12;
  private static final int TEXT_WIDTH = 68;

  private final Map<String, List<String>> groups = new LinkedHashMap<>();

  GroupedHelp group(String heading, String... commands) {
    groups.put(heading, List.of(commands));
    return this;
  }

  @Override
  public String render(Help help) {
    return groups.entrySet().stream()
        .map(group -> "%n%s:%n".formatted(group.getKey()) + table(help, group.getValue()))
        .collect(Collectors.joining());
  }

  private static String table(Help help, List<String> commands) {
    TextTable table =
        TextTable.forColumns(
            help.colorScheme(),
            new Column(NAME_WIDTH, 2, Column.Overflow.SPAN),
            new Column(TEXT_WIDTH, 2, Column.Overflow.WRAP));
    for (String name : commands) {
      CommandLine command = help.commandSpec().subcommands().get(name);
      if (command == null) {
        // Its module is not on the class path.
        continue;
      }
      String about = String.join(" ", command.getCommandSpec().usageMessage().description());
      table.addRowValues(help.colorScheme().commandText(name), help.colorScheme().text(about));
    }
    return table.toString();
  }

  /** All commands in groups, so that a test can find those in none. */
  List<String> named() {
    return groups.values().stream().flatMap(List::stream).toList();
  }
}
