package io.gazeshift.daemon.cli.run;

import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.roles.Roles;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Run cameras, inference and adaptation in one process.")
public final class RunCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Mixin private PreviewOption preview = new PreviewOption();

  @Option(
      names = "--features-only",
      description = "Keep images in this process: send only predictions and features to Kafka.")
  private boolean featuresOnly;

  public RunCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    Flags flags =
        preview.flags().set("--features-only", "ingest.features-only", featuresOnly ? true : null);
    return new RoleProcess("run", console, options)
        .run(flags, Roles::checkCameras, Roles::startAll);
  }
}
