package io.gazeshift.daemon.cli.run;

import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.daemon.roles.Roles;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "ingest",
    mixinStandardHelpOptions = true,
    description = "Run the cameras of this machine: capture, normalise, publish.")
public final class IngestCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Mixin private PreviewOption preview = new PreviewOption();

  public IngestCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    return new RoleProcess("ingest", console, options)
        .run(preview.flags(), Roles::checkCamerasAlone, Roles::startCameras);
  }
}
