package io.gazeshift.outputs.mqtt;

import io.gazeshift.common.BackOff;
import io.gazeshift.common.UserError;
import io.gazeshift.outputs.feed.EventPosition;
import io.gazeshift.outputs.feed.FeedFilter;
import io.gazeshift.outputs.feed.FeedMessage;
import io.gazeshift.outputs.feed.FeedReader;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends messages to an MQTT broker with QoS 1, on a thread of its own: each arrives at least once,
 * unless it was dropped while the broker was away or too slow. It connects again for as long as it
 * takes. Thread-safe.
 */
public final class MqttPublisher implements FeedReader, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(MqttPublisher.class);

  /** Half a minute of two cameras. */
  static final int MOST_WAITING = 1_000;

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(15);

  /**
   * What lasts so long works. Of two clients with one name each evicts the other as soon as it is
   * back, having sent something in between.
   */
  private static final Duration LASTING = LONGEST_PAUSE.multipliedBy(2);

  private static final Duration LOOK_EVERY = Duration.ofMillis(200);
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final MqttConfig config;
  private final MqttServer server;
  private final FeedFilter filter;
  private final MqttQueue queue = new MqttQueue(MOST_WAITING);
  private final Counter sent;
  private final Counter dropped;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "mqtt");
  private volatile boolean connected;
  private volatile Optional<RuntimeException> failure = Optional.empty();

  /**
   * Not started yet.
   *
   * @throws UserError if no broker is configured, or its certificates cannot be used
   */
  public MqttPublisher(MqttConfig config, MeterRegistry registry) {
    this.config = config;
    this.server = config.address();
    if (server.encrypted()) {
      PemFiles.sockets(config.tls());
    }
    this.filter = config.filter();
    this.sent = MqttMeters.SENT.in(registry);
    this.dropped = MqttMeters.DROPPED.in(registry);
    MqttMeters.WAITING.in(registry, queue::size);
    MqttMeters.CONNECTED.in(registry, () -> connected ? 1 : 0);
  }

  public void start() {
    thread.start();
  }

  /** Why it cannot go on, if it cannot; a broker that is away is not such a reason. */
  public Optional<RuntimeException> failure() {
    return failure;
  }

  /** Why nothing can be sent now, if so. */
  public Optional<String> disconnected() {
    return connected ? Optional.empty() : Optional.of("no connection to " + server);
  }

  @Override
  public void opened(EventPosition now) {
    log.info("sending what is published to {}", server);
  }

  @Override
  public void accept(List<FeedMessage> messages) {
    List<MqttNote> notes =
        messages.stream()
            .filter(filter::takes)
            .map(message -> MqttNote.of(config.prefix(), message))
            .toList();
    dropped.increment(queue.add(notes));
  }

  @Override
  public void refused(String reason) {
    failure = Optional.of(new UserError(reason));
  }

  private void run() {
    BackOff backOff = new BackOff(Duration.ofMillis(500), LONGEST_PAUSE);
    try {
      while (stopping.getCount() > 0) {
        String problem = sendOverOneConnection(backOff);
        if (stopping.getCount() > 0) {
          Duration pause = backOff.next();
          log.warn("{}: {}; connecting again in {} ms", server, problem, pause.toMillis());
          stopping.await(pause.toMillis(), TimeUnit.MILLISECONDS);
        }
      }
    } catch (InterruptedException e) {
      log.debug("mqtt was interrupted");
    } catch (RuntimeException e) {
      log.error("mqtt stopped: {}", e.getMessage(), e);
      failure = Optional.of(e);
    }
  }

  /** Answers why it ended. */
  private String sendOverOneConnection(BackOff backOff) throws InterruptedException {
    try (MqttConnection connection = MqttConnection.open(server, config, sent::increment)) {
      long openedNanos = System.nanoTime();
      connected = true;
      log.info("connected to {}", server);
      sendTo(connection);
      connected = false;
      dropped.increment(queue.putBack(connection.end()));
      if (System.nanoTime() - openedNanos < LASTING.toNanos()) {
        return ("lost the connection soon after it was opened; if this goes on, give every client"
                + " of this broker its own mqtt.client-id (now %s)")
            .formatted(config.clientId());
      }
      backOff.reset();
      return "lost the connection";
    } catch (MqttException | UserError e) {
      return reason(e);
    } finally {
      connected = false;
    }
  }

  /** The library wraps what went wrong into "MqttException". */
  private static String reason(Exception e) {
    return e.getCause() == null
        ? String.valueOf(e.getMessage())
        : "%s (%s)".formatted(e.getMessage(), e.getCause().getMessage());
  }

  /** Until the connection is lost. */
  private void sendTo(MqttConnection connection) throws InterruptedException {
    while (stopping.getCount() > 0 && connection.awaitRoom(LOOK_EVERY)) {
      Optional<MqttNote> note = queue.take(LOOK_EVERY);
      if (note.isPresent()) {
        connection.send(note.get());
      }
    }
  }

  @Override
  public void close() {
    stopping.countDown();
    try {
      thread.join(GRACE.toMillis());
      thread.interrupt();
      thread.join(GRACE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
