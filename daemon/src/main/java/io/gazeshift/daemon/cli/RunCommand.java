package io.gazeshift.daemon.cli;

import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.daemon.Roles;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Run cameras and inference in one process.")
final class RunCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  RunCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    return new RoleProcess(console, options).runWithCameras(Roles::all);
  }
}
