package io.gazeshift.daemon.cli;

import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.registry.Author;
import io.gazeshift.daemon.registry.HeadVersions;
import io.gazeshift.daemon.registry.Publication;
import io.gazeshift.daemon.registry.Registrar;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.protocol.v1.HeadModel;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "rollback",
    mixinStandardHelpOptions = true,
    description =
        "Put an earlier version in force again, as a new version, on every inference process at"
            + " once.")
final class ModelsRollbackCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();
  @Mixin private PublishOptions publish = new PublishOptions();

  @Option(
      names = "--domain",
      paramLabel = "NAME",
      required = true,
      description = "The domain that goes back.")
  private String domain;

  @Option(
      names = "--to",
      paramLabel = "N",
      description =
          "The version to go back to; 0 is the source head. Default: the parent of the one in"
              + " force.")
  private Long to;

  @Option(names = "--pin", description = "Pin it too: adaptation leaves the domain alone.")
  private boolean pin;

  ModelsRollbackCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    try (Registry registry = Registry.open(options.load(new Flags()))) {
      Optional<HeadModel> current = registry.versions().current(domain);
      if (current.isEmpty() && !(pin && to != null && to == 0)) {
        registry.versions().require(domain);
      }
      long target = to == null ? current.orElseThrow().getParentVersion() : to;
      HeadFile head = registry.head(domain, target);
      current.ifPresent(inForce -> refuseUseless(registry.versions(), inForce, head, target));
      String summary =
          publish.summary(
              current.isEmpty()
                  ? "the source head"
                  : "back from %d to %s"
                      .formatted(current.get().getVersion(), VersionText.version(target)));
      HeadModel published =
          registry.publish(publish, by -> make(by, target, head, summary, publish.author()));
      console
          .out()
          .printf(
              "%s: head %d is in force, with the weights of %s%s%n",
              domain,
              published.getVersion(),
              target == 0 ? "the source head" : "head " + target,
              published.getPinned() ? ", pinned" : "");
    }
    return ExitCode.DONE;
  }

  private Publication make(
      Registrar by, long target, HeadFile head, String summary, Author author) {
    Registrar.Pin pinning = pin ? Registrar.Pin.PINNED : Registrar.Pin.AS_BEFORE;
    return target == 0
        ? by.restoreSource(domain, head, pinning, summary, author)
        : by.restore(domain, target, pinning, summary, author);
  }

  private void refuseUseless(HeadVersions versions, HeadModel inForce, HeadFile head, long target) {
    if (!head.backboneFingerprint().equals(inForce.getBackboneFingerprint())) {
      throw new UserError(
          ("domain '%s': %s was made for the backbone %.12s..., head %d, which is in force, for"
                  + " %.12s...; inference would refuse it")
              .formatted(
                  domain,
                  target == 0 ? "the source head of the configured model" : "head " + target,
                  head.backboneFingerprint(),
                  inForce.getVersion(),
                  inForce.getBackboneFingerprint()));
    }
    if (head.head().sha256().equals(VersionText.hex(inForce))
        && versions.isNewestRecord(domain)
        && !pin) {
      throw new UserError(
          "domain '%s': head %d, which is in force, has the weights of %s already; choose another with --to, 'gazeshift models list --domain %s' lists them"
              .formatted(
                  domain,
                  inForce.getVersion(),
                  target == 0 ? "the source head" : "head " + target,
                  domain));
    }
  }
}
