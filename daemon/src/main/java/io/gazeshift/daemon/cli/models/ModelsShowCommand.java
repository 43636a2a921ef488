package io.gazeshift.daemon.cli.models;

import io.gazeshift.adaptation.versions.HeadVersions;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.cli.JsonOutput;
import io.gazeshift.daemon.cli.support.VersionText;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.heads.HeadRecords;
import io.gazeshift.protocol.v1.HeadModel;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "show",
    description = "Show one head version: its parent, who published it, when and why.")
final class ModelsShowCommand implements Callable<Integer> {

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  @SuppressWarnings("unused") // Used by picocli; --version means a head version here.
  private boolean help;

  @Option(
      names = "--domain",
      paramLabel = "NAME",
      required = true,
      description = "Domain of the version.")
  private String domain;

  @Option(
      names = "--version",
      paramLabel = "N",
      description = "Head version to show. Default: the active head.")
  private Long version;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  ModelsShowCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    GazeshiftConfig config = GazeshiftConfig.load(options, new Flags());
    try (VersionsSession session = VersionsSession.open(config)) {
      HeadVersions versions = session.versions();
      HeadModel current = versions.require(domain);
      HeadModel record = versions.require(domain, version == null ? current.getVersion() : version);
      boolean active = record.getVersion() == current.getVersion();
      Head head = HeadRecords.file(record).head();
      if (json) {
        JsonOutput.print(console, VersionText.json(record, active).put("shape", head.toString()));
      } else {
        show(record, head, active, !config.infer().trustedKeys().isEmpty());
      }
    }
    return ExitCode.DONE;
  }

  private void show(HeadModel record, Head head, boolean active, boolean checked) {
    console
        .out()
        .printf(
            "head %d of domain '%s'%s%s%n",
            record.getVersion(),
            domain,
            active ? ", active" : "",
            record.getPinned() ? ", pinned" : "");
    fact(
        "published",
        "%s (%s ago) by %s"
            .formatted(
                TIME.format(VersionText.created(record).atZone(ZoneId.systemDefault())),
                new VersionText(Instant.now()).age(record),
                VersionText.who(record)));
    fact("why", VersionText.oneLine(record.getReportSummary()));
    fact("parent", VersionText.version(record.getParentVersion()));
    fact("weights", VersionText.weights(record) + ", " + head);
    fact("sha-256", VersionText.hex(record));
    fact("backbone", record.getBackboneFingerprint());
    fact("signature", signature(record, checked));
    console.out().flush();
  }

  private static String signature(HeadModel record, boolean checked) {
    if (record.getSignature().isEmpty()) {
      return "none";
    }
    return checked ? "by a key of infer.trusted-keys" : "not checked: infer.trusted-keys is empty";
  }

  private void fact(String name, String value) {
    console.out().printf("  %-10s %s%n", name, value);
  }
}
