package io.gazeshift.inference.events;

import io.gazeshift.common.BackOff;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The speeds of vehicles beside predictions. Events go on without them: where they cannot be read,
 * the assumed ones count, and a new consumer tries again after growing pauses. For one thread,
 * apart from {@link #wakeup}.
 */
final class SpeedFeed implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(SpeedFeed.class);

  /** Events wait for the failing calls, so these are rare. */
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);

  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
  private static final Duration LEAVE = Duration.ofSeconds(1);

  private final Supplier<Consumer<String, byte[]>> open;
  private final SpeedHistory history;
  private final EventMeters meters;
  private final LongSupplier nanoClock;
  private final BackOff backOff = new BackOff(FIRST_PAUSE, LONGEST_PAUSE);
  private volatile @Nullable Consumer<String, byte[]> consumer;
  private @Nullable SpeedReader reader;
  private boolean failing;
  private long failedNanos;
  private Duration pause = Duration.ZERO;

  /** Opens no consumer before there are predictions. */
  SpeedFeed(
      Supplier<Consumer<String, byte[]>> open,
      SpeedHistory history,
      EventMeters meters,
      LongSupplier nanoClock) {
    this.open = open;
    this.history = history;
    this.meters = meters;
    this.nanoClock = nanoClock;
  }

  /** Reads what was known of the vehicles when the broker got these predictions. */
  void readFor(ConsumerRecords<String, byte[]> predictions) {
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (ConsumerRecord<String, byte[]> record : predictions) {
      // What was stepped over has no time.
      if (record.timestamp() >= 0) {
        first = Math.min(first, record.timestamp());
        last = Math.max(last, record.timestamp());
      }
    }
    if (first <= last && (!failing || nanoClock.getAsLong() - failedNanos >= pause.toNanos())) {
      read(first, last);
    }
  }

  private void read(long firstMillis, long lastMillis) {
    try {
      if (reader == null) {
        Consumer<String, byte[]> opened = open.get();
        consumer = opened;
        reader = new SpeedReader(opened, history, meters, nanoClock);
      }
      reader.readFor(firstMillis, lastMillis);
    } catch (KafkaException e) {
      failed(e);
      return;
    }
    if (failing) {
      failing = false;
      backOff.reset();
      log.info("the speeds of vehicles are read again");
    }
  }

  /** While no prediction waits to be read. */
  void keepUp() {
    if (reader == null) {
      return;
    }
    try {
      reader.keepUp();
    } catch (KafkaException e) {
      failed(e);
    }
  }

  private void failed(KafkaException e) {
    if (e instanceof WakeupException || e instanceof InterruptException) {
      throw e;
    }
    meters.speedsFailed();
    if (!failing) {
      log.warn(
          "the speeds of vehicles cannot be read from gaze.speed: {}; driver-assumed-kmh counts until"
              + " they can, trying again every {} to {} s",
          e.getMessage(),
          FIRST_PAUSE.toSeconds(),
          LONGEST_PAUSE.toSeconds());
    }
    log.debug("stack trace of the failure", e);
    failing = true;
    pause = backOff.next();
    close();
    failedNanos = nanoClock.getAsLong();
  }

  /** Ends a call under way with a WakeupException, from any thread. */
  void wakeup() {
    Consumer<String, byte[]> opened = consumer;
    if (opened != null) {
      opened.wakeup();
    }
  }

  @Override
  public void close() {
    Consumer<String, byte[]> opened = consumer;
    consumer = null;
    reader = null;
    if (opened != null) {
      opened.close(CloseOptions.timeout(LEAVE));
    }
  }
}
