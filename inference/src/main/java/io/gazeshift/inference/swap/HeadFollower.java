package io.gazeshift.inference.swap;

import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.KafkaThread;
import io.gazeshift.inference.heads.HeadTopicReader;
import io.gazeshift.inference.pipeline.InferenceService;
import io.gazeshift.protocol.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows gaze.models on a thread of its own, from the beginning, and hands every record to the
 * {@link HeadSwap}. After waiting for it, every head that was published before is active; if
 * reading takes too long, it logs that and does not wait.
 */
public final class HeadFollower implements InferenceService.Readiness, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(HeadFollower.class);

  /** Faces wait meanwhile, and are kept for ten minutes only. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final KafkaAccess kafka;
  private final HeadSwap swap;
  private final CountDownLatch caughtUp = new CountDownLatch(1);
  private final Map<TopicPartition, Long> positions = new HashMap<>();
  private final KafkaThread thread = new KafkaThread("heads", GRACE, this::follow, () -> {});

  public HeadFollower(KafkaAccess kafka, HeadSwap swap) {
    this.kafka = kafka;
    this.swap = swap;
  }

  public void start() {
    thread.start();
  }

  /** Why it cannot go on, if it cannot: a mistake of the program, not a broker that is away. */
  public Optional<RuntimeException> failure() {
    return thread.failure();
  }

  /** Waits, within reason, until every head that was published before is active or rejected. */
  @Override
  public void await() throws InterruptedException {
    if (!caughtUp.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      log.warn(
          "{} not fully read after {} s; starting inference with the heads read so far,"
              + " the rest will follow",
          Topics.MODELS,
          PATIENCE.toSeconds());
    }
  }

  /** Whether everything published before the start has been read. */
  public boolean isCaughtUp() {
    return caughtUp.getCount() == 0;
  }

  private void follow(KafkaThread.Life life) {
    try (HeadTopicReader reader = HeadTopicReader.following(kafka, Topics.MODELS, positions)) {
      life.wakeBy(reader::wakeup);
      Map<TopicPartition, Long> ends = reader.ends();
      while (!life.isStopping()) {
        if (!isCaughtUp() && reader.hasReached(ends)) {
          log.info("read {} to its end", Topics.MODELS);
          caughtUp.countDown();
        }
        reader.poll(POLL, this::apply);
        life.goesWell();
      }
    }
  }

  private void apply(ConsumerRecord<String, byte[]> record) {
    swap.apply(record);
    positions.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
  }

  @Override
  public void close() {
    thread.close();
  }
}
