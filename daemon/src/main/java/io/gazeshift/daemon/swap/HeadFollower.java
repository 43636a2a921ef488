package io.gazeshift.daemon.swap;

import io.gazeshift.common.BackOff;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.infer.InferenceService;
import io.gazeshift.daemon.registry.ModelsReader;
import io.gazeshift.protocol.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows gaze.models on a thread of its own, from the beginning, and hands every record to the
 * {@link HeadSwap}. Whoever waits for it has every head that was published before; one that takes
 * too long to read is not waited for, and said so.
 */
public final class HeadFollower implements InferenceService.Readiness, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(HeadFollower.class);

  /** Faces wait meanwhile, and are kept for ten minutes only. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final KafkaAccess kafka;
  private final HeadSwap swap;
  private final BackOff backOff = new BackOff(Duration.ofMillis(100), Duration.ofSeconds(10));
  private final CountDownLatch caughtUp = new CountDownLatch(1);
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Map<TopicPartition, Long> positions = new HashMap<>();
  private final Thread thread = new Thread(this::run, "heads");
  private volatile ModelsReader current;
  private volatile RuntimeException failure;

  public HeadFollower(KafkaAccess kafka, HeadSwap swap) {
    this.kafka = kafka;
    this.swap = swap;
  }

  public void start() {
    thread.start();
  }

  /** Why it cannot go on, if it cannot: a mistake of the program, not a broker that is away. */
  public Optional<RuntimeException> failure() {
    return Optional.ofNullable(failure);
  }

  /** Waits, within reason, until every head that was published before is in force or refused. */
  @Override
  public void await() throws InterruptedException {
    if (!caughtUp.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      log.warn(
          "{} is not read to its end after {} s; inference begins with the heads read so far, the"
              + " others follow",
          Topics.MODELS,
          PATIENCE.toSeconds());
    }
  }

  /** Whether everything published before the start has been read. */
  public boolean isCaughtUp() {
    return caughtUp.getCount() == 0;
  }

  private void run() {
    try {
      while (!isStopping()) {
        runOnce();
      }
    } catch (InterruptedException e) {
      log.debug("the head follower was interrupted");
    } catch (RuntimeException e) {
      failure = e;
      log.error("heads cannot be followed any more: {}", e.getMessage(), e);
    }
  }

  private void runOnce() throws InterruptedException {
    try (ModelsReader reader = ModelsReader.following(kafka, Topics.MODELS, positions)) {
      current = reader;
      Map<TopicPartition, Long> ends = reader.ends();
      while (!isStopping()) {
        if (!isCaughtUp() && reader.hasReached(ends)) {
          log.info("{} is read to its end", Topics.MODELS);
          caughtUp.countDown();
        }
        reader.poll(POLL, this::apply);
        backOff.reset();
      }
    } catch (WakeupException e) {
      log.debug("the head follower was woken to stop");
    } catch (InterruptException e) {
      throw (InterruptedException) new InterruptedException("by Kafka").initCause(e);
    } catch (KafkaException e) {
      Duration wait = backOff.next();
      log.warn("heads are followed again in {} ms: {}", wait.toMillis(), e.getMessage());
      stopping.await(wait.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      current = null;
    }
  }

  private void apply(ConsumerRecord<String, byte[]> record) {
    swap.apply(record);
    positions.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
  }

  private boolean isStopping() {
    return stopping.getCount() == 0;
  }

  @Override
  public void close() {
    stopping.countDown();
    ModelsReader reader = current;
    if (reader != null) {
      reader.wakeup();
    }
    try {
      thread.join(GRACE.toMillis());
      thread.interrupt();
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
