package io.gazeshift.daemon.cli.run;

import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.roles.Roles;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "broker",
    mixinStandardHelpOptions = true,
    description = "Run only the embedded broker, for roles in other processes.")
public final class BrokerCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  public BrokerCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    return new RoleProcess("broker", console, options).run(new Flags(), Roles::startNone);
  }
}
