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
    name = "infer",
    mixinStandardHelpOptions = true,
    description = "Run inference: turn published faces into predictions.")
public final class InferCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = "--max-age",
      paramLabel = "TIME",
      description =
          "Skip faces captured longer ago than this, such as 500ms or 2s, and share what time there is"
              + " among the cameras.")
  private String maxAge;

  public InferCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    return new RoleProcess("infer", console, options)
        .run(new Flags().set("--max-age", "infer.max-age", maxAge), Roles::startInference);
  }
}
