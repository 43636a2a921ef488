package io.gazeshift.daemon.cli.run;

import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.roles.Roles;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "mirror",
    mixinStandardHelpOptions = true,
    description = "Write predictions as JSON to the topic gaze.predictions.json, exactly once.")
public final class MirrorCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  public MirrorCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    return new RoleProcess("mirror", console, options).run(new Flags(), Roles::startMirror);
  }
}
