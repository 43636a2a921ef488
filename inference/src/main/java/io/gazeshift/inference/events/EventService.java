package io.gazeshift.inference.events;

import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.KafkaThread;
import io.gazeshift.inference.config.EventsConfig;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.common.errors.FencedInstanceIdException;

/**
 * Finds the events of faces on its own thread. If Kafka fails for longer than its clients tolerate,
 * they are closed and reopened after growing pauses, and continue from the stored state.
 */
public final class EventService implements AutoCloseable {

  /** How long the last commit may take before it is broken off. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final EventClients clients;
  private final EventMeters meters;
  private final KafkaThread thread;

  /**
   * @param instance this process's name in the group, the same after a restart
   */
  public EventService(
      KafkaAccess kafka, EventsConfig config, String instance, MeterRegistry registry) {
    this.clients = new EventClients(kafka, config.group(), instance);
    this.meters = new EventMeters(registry);
    this.thread = new KafkaThread("events", GRACE, this::find, meters::restarted);
  }

  public void start() {
    thread.start();
  }

  /** Why it cannot go on, if it cannot: a mistake of the program, not a broker that is away. */
  public Optional<RuntimeException> failure() {
    return thread.failure();
  }

  private void find(KafkaThread.Life life) {
    try (EventLoop loop = new EventLoop(clients, meters, life::goesWell)) {
      life.wakeBy(loop::wakeup);
      loop.run();
    } catch (FencedInstanceIdException e) {
      throw clients.member().taken();
    }
  }

  /** What was read but not committed is read again by the next one. */
  @Override
  public void close() {
    thread.close();
  }
}
