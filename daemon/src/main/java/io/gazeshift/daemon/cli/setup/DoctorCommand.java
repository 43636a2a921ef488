package io.gazeshift.daemon.cli.setup;

import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.doctor.CheckFinding;
import io.gazeshift.daemon.doctor.CheckFinding.Health;
import io.gazeshift.daemon.doctor.Doctor;
import io.gazeshift.daemon.doctor.SystemCheck;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = "Check Java, native libraries, devices, broker, models, cameras and disk.")
public final class DoctorCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  public DoctorCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    CommandLogging.apply(options);
    int bad = 0;
    for (SystemCheck check : Doctor.checks(GazeshiftConfig.load(options, new Flags()))) {
      CheckFinding finding = check.run();
      String mark =
          switch (finding.health()) {
            case GOOD -> console.green("ok  ");
            case NOTE -> console.yellow("note");
            case BAD -> console.red("BAD ");
          };
      console.out().printf("%s  %-13s %s%n", mark, check.name(), finding.what());
      if (!finding.remedy().isEmpty()) {
        console.out().printf("      %13s %s%n", "to do:", finding.remedy());
      }
      bad += finding.health() == Health.BAD ? 1 : 0;
    }
    console
        .out()
        .println(
            bad == 0
                ? "All required checks passed."
                : bad + " checks failed; see the lines with BAD above.");
    return bad == 0 ? ExitCode.DONE : ExitCode.FAILED;
  }
}
