package io.gazeshift.daemon.cli.run;

import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.roles.Roles;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "mqtt",
    mixinStandardHelpOptions = true,
    description = "Send predictions and events to an MQTT broker.")
public final class MqttCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Option(
      names = "--server",
      paramLabel = "URL",
      description = "Address such as mqtt://host:1883 or mqtts://host:8883. Default: mqtt.server.")
  private String server;

  public MqttCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    return new RoleProcess("mqtt", console, options)
        .run(
            new Flags().set("--server", "mqtt.server", server),
            MqttCommand::check,
            Roles::startMqtt);
  }

  private static void check(GazeshiftConfig config) {
    config.mqtt().address();
  }
}
