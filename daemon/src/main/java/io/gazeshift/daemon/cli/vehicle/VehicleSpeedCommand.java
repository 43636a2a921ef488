package io.gazeshift.daemon.cli.vehicle;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gazeshift.broker.BrokerAddress;
import io.gazeshift.broker.Cluster;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.common.config.Names;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.Topic;
import io.gazeshift.protocol.Topics;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "speed",
    mixinStandardHelpOptions = true,
    description =
        "Send the speed of a vehicle, once or from each line of the standard input, to the driver"
            + " profile of its domain. Without a speed for 5 s, driver-assumed-kmh counts.")
final class VehicleSpeedCommand implements Callable<Integer> {

  private final Console console;
  private final InputStream input;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = "--domain",
      paramLabel = "NAME",
      required = true,
      description = "Domain of the vehicle.")
  private String domain;

  @Option(
      names = "--kmh",
      paramLabel = "N",
      description =
          "Speed now, in km/h. Default: reads lines with KMH, or SECONDS KMH with the Unix time of"
              + " the measurement, until the input ends. Give SECONDS if you can: a line without"
              + " them is of when it is read, which is late if Kafka does not answer.")
  private String kmh;

  VehicleSpeedCommand(Console console, InputStream input) {
    this.console = console;
    this.input = input;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    CommandLogging.apply(options);
    if (!domain.matches(Names.PATTERN)) {
      throw UserError.usage("--domain: '%s' is not %s".formatted(domain, Names.EXPECTED));
    }
    GazeshiftConfig config = GazeshiftConfig.load(options, new Flags());
    if (config.kafka().embedded() && BrokerAddress.ofRunning(config.broker().dataDir()).isEmpty()) {
      throw new UserError(
          ("broker.data-dir: no broker is running at %s; start one with 'gazeshift run', or name"
                  + " another with --kafka or --data-dir")
              .formatted(config.broker().dataDir()));
    }
    // The Kafka user of a logger may have no rights to any other topic.
    List<Topic> topics = List.of(Topics.SPEED);
    try (Cluster cluster = Cluster.open(config.kafka(), config.broker(), topics);
        SpeedSender sender = new SpeedSender(cluster.kafka(), domain)) {
      return kmh == null ? sendLines(sender) : sendOnce(sender);
    }
  }

  private int sendOnce(SpeedSender sender) throws InterruptedException {
    // A time does not belong here, and would be read as one.
    MeasuredSpeed speed =
        MeasuredSpeed.parse(kmh, Instant.now())
            .filter(any -> !kmh.strip().contains(" "))
            .orElseThrow(() -> wrongSpeed(kmh));
    try {
      sender.send(speed);
    } catch (BadRecordException e) {
      throw wrongSpeed(kmh);
    }
    return ExitCode.DONE;
  }

  private static UserError wrongSpeed(String text) {
    return UserError.usage(
        "--kmh: '%s' is no speed; give km/h from 0 to 500, such as 62.5".formatted(text));
  }

  /** A line that is damaged does not stop the others. */
  private int sendLines(SpeedSender sender) throws IOException, InterruptedException {
    long number = 0;
    long skipped = 0;
    BufferedReader lines = new BufferedReader(new InputStreamReader(input, UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      if (!send(sender, line)) {
        skipped++;
        console
            .err()
            .printf("line %d: '%s' is not %s; skipped%n", number, line, MeasuredSpeed.FORM);
        console.err().flush();
      }
    }
    console.out().printf("sent %d speeds of %s%n", number - skipped, domain);
    console.out().flush();
    return skipped == 0 ? ExitCode.DONE : ExitCode.FAILED;
  }

  private static boolean send(SpeedSender sender, String line) throws InterruptedException {
    MeasuredSpeed speed = MeasuredSpeed.parse(line, Instant.now()).orElse(null);
    if (speed == null) {
      return false;
    }
    try {
      sender.send(speed);
      return true;
    } catch (BadRecordException e) {
      return false;
    }
  }
}
