package io.gazeshift.outputs.mirror;

import io.gazeshift.common.kafka.GroupMember;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.KafkaThread;
import io.gazeshift.common.kafka.LoopHealth;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.common.errors.FencedInstanceIdException;

/**
 * Writes every committed prediction once more, as JSON, on its own thread. If Kafka fails for
 * longer than its clients tolerate, they are closed and reopened after growing pauses, and continue
 * from the committed offsets.
 */
public final class PredictionMirror implements AutoCloseable {

  /** How long the last commit may take before it is broken off. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final MirrorClients clients;
  private final MirrorMeters meters;
  private final LoopHealth health = new LoopHealth("no predictions are mirrored");
  private final KafkaThread thread;

  /** Its topic exists already. */
  public PredictionMirror(KafkaAccess kafka, MirrorConfig config, MeterRegistry registry) {
    this.clients =
        new MirrorClients(
            kafka, new GroupMember(kafka, "mirror", config.group(), config.instance()));
    this.meters = new MirrorMeters(registry);
    this.thread =
        new KafkaThread(
            "mirror", GRACE, life -> health.watch(() -> mirror(life)), meters::restarted);
  }

  public void start() {
    thread.start();
  }

  /** Why it cannot go on, if it cannot: a mistake of the program, not a broker that is away. */
  public Optional<RuntimeException> failure() {
    return thread.failure();
  }

  /** Why nothing is mirrored at the moment; empty if it is, or if there is nothing to mirror. */
  public Optional<String> problem() {
    return health.problem();
  }

  private void mirror(KafkaThread.Life life) {
    try (MirrorLoop loop =
        new MirrorLoop(
            clients.openConsumer(),
            clients::openDelivery,
            clients.member()::rejectIfTaken,
            meters,
            () -> goesWell(life))) {
      life.wakeBy(loop::wakeup);
      loop.run();
    } catch (FencedInstanceIdException e) {
      throw clients.member().taken();
    } finally {
      meters.lagUnknown();
    }
  }

  private void goesWell(KafkaThread.Life life) {
    life.goesWell();
    health.goesWell();
  }

  /** What was read but not committed is read again by the next one. */
  @Override
  public void close() {
    thread.close();
  }
}
