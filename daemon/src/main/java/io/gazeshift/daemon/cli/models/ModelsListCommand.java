package io.gazeshift.daemon.cli.models;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.adaptation.versions.HeadVersions;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.cli.JsonOutput;
import io.gazeshift.common.cli.TextTable;
import io.gazeshift.daemon.cli.support.VersionText;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.protocol.v1.HeadModel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "List the active head of every domain, or the head versions of one domain.")
final class ModelsListCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = "--domain",
      paramLabel = "NAME",
      description =
          "List the head versions of this domain, newest first. Default: the active heads of all"
              + " domains.")
  private String domain;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  ModelsListCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    try (VersionsSession session =
        VersionsSession.open(GazeshiftConfig.load(options, new Flags()))) {
      HeadVersions versions = session.versions();
      List<HeadModel> heads = new ArrayList<>();
      if (domain == null) {
        versions.domains().forEach(name -> heads.add(versions.require(name)));
      } else {
        versions.require(domain);
        heads.addAll(versions.versions(domain));
      }
      if (json) {
        print(versions, heads);
      } else {
        show(versions, heads);
      }
    }
    return ExitCode.DONE;
  }

  private void show(HeadVersions versions, List<HeadModel> heads) {
    if (heads.isEmpty()) {
      console.out().println("no domain has its own head; all use the source head");
      return;
    }
    VersionText text = new VersionText(Instant.now());
    TextTable table =
        new TextTable("DOMAIN", "VERSION", "STATE", "AGE", "PARENT", "WEIGHTS", "BY", "WHY");
    for (HeadModel head : heads) {
      table.row(
          head.getDomain(),
          Long.toString(head.getVersion()),
          state(versions, head),
          text.age(head),
          VersionText.version(head.getParentVersion()),
          VersionText.weights(head),
          VersionText.who(head),
          VersionText.oneLine(head.getReportSummary()));
    }
    table.print(console);
    heads.stream().map(HeadModel::getDomain).distinct().forEach(name -> warn(versions, name));
  }

  private static String state(HeadVersions versions, HeadModel head) {
    if (!versions.isActive(head)) {
      return "";
    }
    return head.getPinned() ? "active, pinned" : "active";
  }

  private void warn(HeadVersions versions, String name) {
    if (!versions.isNewestRecord(name)) {
      long version = versions.require(name).getVersion();
      console
          .err()
          .println(
              console.yellow(
                  ("%s: the newest record in the topic is not the active head %d but one that"
                          + " inference rejects, so a process that starts later may not find head"
                          + " %d; publish it again with 'gazeshift models rollback --domain %s --to"
                          + " %d'")
                      .formatted(name, version, version, name, version)));
      console.err().flush();
    }
  }

  private void print(HeadVersions versions, List<HeadModel> heads) {
    ObjectNode answer = JsonOutput.object();
    ArrayNode array = answer.putArray("heads");
    heads.forEach(head -> array.add(VersionText.json(head, versions.isActive(head))));
    JsonOutput.print(console, answer);
  }
}
