package io.gazeshift.daemon.cli.run;

import io.gazeshift.broker.Cluster;
import io.gazeshift.common.UserError;
import io.gazeshift.common.cli.CommandLogging;
import io.gazeshift.common.cli.CommonOptions;
import io.gazeshift.common.cli.Console;
import io.gazeshift.common.cli.ExitCode;
import io.gazeshift.common.cli.Flags;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.process.StopSignal;
import io.gazeshift.outputs.recording.Recording;
import io.gazeshift.outputs.recording.Replay;
import io.gazeshift.protocol.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    description = "Publish a recording again, to the topics it came from.")
public final class ReplayCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private CommonOptions options = new CommonOptions();

  @Parameters(paramLabel = "DIR", description = "Directory of the recording.")
  private Path directory;

  @Option(
      names = "--topic",
      paramLabel = "NAME",
      split = ",",
      description = "Publish these topics only, such as gaze.faces. Default: all recorded ones.")
  private List<String> names = List.of();

  @Option(
      names = "--fast",
      description = "Publish as fast as possible. Default: with the recorded pauses.")
  private boolean fast;

  public ReplayCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandLogging.apply(options);
    GazeshiftConfig config = GazeshiftConfig.load(options, new Flags());
    Recording recording = Recording.open(directory);
    AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    long records = 0;
    try (StopSignal stop = new StopSignal(Cluster.GRACE);
        Replay replay = new Replay(recording, topics(recording));
        Cluster cluster = Cluster.open(config.kafka(), config.broker());
        KafkaProducer<String, byte[]> producer =
            new KafkaProducer<>(
                cluster.kafka().producerProperties(Map.of()),
                new StringSerializer(),
                new ByteArraySerializer())) {
      long startNanos = System.nanoTime();
      for (Optional<Replay.Step> step = replay.next(); step.isPresent(); step = replay.next()) {
        Duration early = step.get().after().minusNanos(System.nanoTime() - startNanos);
        if ((!fast && !early.isNegative() && stop.await(early)) || stop.isRequested()) {
          break;
        }
        var unused =
            producer.send(
                step.get().record(), (sent, problem) -> failure.compareAndSet(null, problem));
        throwIfAny(failure.get());
        records++;
      }
      producer.flush();
      throwIfAny(failure.get());
    }
    console.out().printf("published %d records%n", records);
    console.out().flush();
    return ExitCode.DONE;
  }

  private void throwIfAny(@Nullable Exception failure) {
    if (failure != null) {
      throw new UserError(
          "%s: cannot be published: %s".formatted(directory, failure.getMessage()), failure);
    }
  }

  private List<Topic> topics(Recording recording) {
    List<Topic> chosen = new ArrayList<>(recording.topics());
    List<String> recorded = chosen.stream().map(Topic::name).toList();
    for (String name : names) {
      if (!recorded.contains(name)) {
        throw UserError.usage(
            "--topic: %s was not recorded; there are %s".formatted(name, recorded));
      }
    }
    chosen.removeIf(topic -> !names.isEmpty() && !names.contains(topic.name()));
    return chosen;
  }
}
