package io.gazeshift.inference.events;

import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.KafkaThread;
import io.gazeshift.common.kafka.LoopHealth;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.inference.config.EventsConfig;
import io.gazeshift.targets.config.DriverProfile;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Finds the events of faces on its own thread. If Kafka fails for longer than its clients tolerate,
 * they are closed and reopened after growing pauses, and continue from the stored state.
 */
public final class EventService implements AutoCloseable {

  /** How long the last commit may take before it is broken off. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final EventClients clients;
  private final List<DriverProfile> drivers;
  private final EventMeters meters;
  private final LoopHealth health = new LoopHealth("no events are found");
  private final KafkaThread thread;

  /**
   * @param drivers the domains that are vehicles
   * @param instance this process's name in the group, the same after a restart
   */
  public EventService(
      KafkaAccess kafka,
      EventsConfig config,
      List<DriverProfile> drivers,
      String instance,
      BoundedMeters bounded) {
    this.drivers = List.copyOf(drivers);
    this.clients = new EventClients(kafka, config.group(), instance);
    this.meters = new EventMeters(bounded);
    this.thread =
        new KafkaThread("events", GRACE, life -> health.watch(() -> find(life)), meters::restarted);
  }

  public void start() {
    thread.start();
  }

  /** Why it cannot go on, if it cannot: a mistake of the program, not a broker that is away. */
  public Optional<RuntimeException> failure() {
    return thread.failure();
  }

  /** Why no events are found at the moment; empty if they are, or if there is nothing to find. */
  public Optional<String> problem() {
    return health.problem();
  }

  private void find(KafkaThread.Life life) {
    try (EventLoop loop = new EventLoop(clients, drivers, meters, () -> goesWell(life))) {
      life.wakeBy(loop::wakeup);
      loop.run();
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
