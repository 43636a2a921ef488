package io.gazeshift.trials.harness;

import io.gazeshift.common.Micros;
import io.gazeshift.inference.predictions.PredictionFollower;
import io.gazeshift.inference.predictions.PredictionFollower.From;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.testing.RunningBroker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;

/**
 * Reads committed predictions as an application does, and enters those of some cameras in the
 * ledger; where asked, also the faces that reach the topic, for cameras of other processes.
 */
public final class PredictionWatch implements AutoCloseable {

  public static final Duration PATIENCE = Duration.ofMinutes(8);

  private static final Duration POLL = Duration.ofMillis(50);

  private final String prefix;
  private final Ledger ledger;
  private final Consumer<GazePrediction> onPrediction;
  private final PredictionFollower predictions;
  private final KafkaConsumer<String, byte[]> faces;
  private final Thread thread = new Thread(this::run, "trial-watch");
  private volatile boolean closed;
  private volatile RuntimeException failure;

  private PredictionWatch(
      TrialSite site,
      String prefix,
      Ledger ledger,
      boolean withFaces,
      Consumer<GazePrediction> onPrediction) {
    this.prefix = prefix;
    this.ledger = ledger;
    this.onPrediction = onPrediction;
    this.predictions = new PredictionFollower(site.kafka(), From.NOW);
    this.faces = withFaces ? RunningBroker.consumer(site.bootstrap()) : null;
    if (withFaces) {
      List<TopicPartition> partitions =
          faces.partitionsFor(Topics.FACES.name()).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      faces.assign(partitions);
      faces.seekToEnd(partitions);
      partitions.forEach(faces::position);
    }
    thread.start();
  }

  /** From now on; the cameras enter themselves what they sent. */
  public static PredictionWatch predictions(TrialSite site, String prefix, Ledger ledger) {
    return new PredictionWatch(site, prefix, ledger, false, prediction -> {});
  }

  /** The same, and tells of every prediction, on a thread of its own. */
  public static PredictionWatch predictions(
      TrialSite site, String prefix, Ledger ledger, Consumer<GazePrediction> onPrediction) {
    return new PredictionWatch(site, prefix, ledger, false, onPrediction);
  }

  /** From now on; what is in the topic of faces counts as acknowledged. */
  public static PredictionWatch facesAndPredictions(TrialSite site, String prefix, Ledger ledger) {
    return facesAndPredictions(site, prefix, ledger, prediction -> {});
  }

  /** The same, and tells of every prediction, on a thread of its own. */
  public static PredictionWatch facesAndPredictions(
      TrialSite site, String prefix, Ledger ledger, Consumer<GazePrediction> onPrediction) {
    return new PredictionWatch(site, prefix, ledger, true, onPrediction);
  }

  private void run() {
    try {
      while (!closed) {
        if (faces != null) {
          faces.poll(POLL).forEach(this::enter);
        }
        for (GazePrediction prediction : predictions.poll(POLL)) {
          if (prediction.getIdentity().getCamera().startsWith(prefix)) {
            ledger.predicted(prediction.getIdentity());
            onPrediction.accept(prediction);
          }
        }
      }
    } catch (RuntimeException e) {
      failure = e;
    } finally {
      predictions.close();
      if (faces != null) {
        faces.close();
      }
    }
  }

  private void enter(ConsumerRecord<String, byte[]> record) {
    try {
      FaceIdentity face = RecordType.FACE_FRAME.decode(record.value()).getIdentity();
      if (face.getCamera().startsWith(prefix)) {
        ledger.acknowledged(face);
      }
    } catch (BadRecordException e) {
      // Not a valid face; no prediction is expected.
    }
  }

  /**
   * Waits until every camera has a face captured from now on that has its prediction; says how long
   * it took.
   */
  public Duration awaitRecovery() {
    return awaitRecovery(Instant.now());
  }

  public Duration awaitRecovery(Instant fault) {
    return awaitRecovery(fault, () -> {});
  }

  /** The same; does something meanwhile, again and again. */
  public Duration awaitRecovery(Instant fault, Runnable meanwhile) {
    long faultMicros = Micros.of(fault);
    Awaitility.await("of every camera a face captured after the fault is predicted")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              meanwhile.run();
              return ledger.everyCameraPredictedSince(faultMicros) || hasFailed();
            });
    return Duration.between(fault, Instant.now());
  }

  /**
   * Waits until more faces are predicted than were acknowledged by now, whatever the clock of their
   * cameras says; answers how long after the fault that was.
   */
  public Duration awaitMore(Instant fault) {
    long before = ledger.acknowledged();
    Awaitility.await("a face that came after the fault is predicted")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> ledger.predicted() > before || hasFailed());
    return Duration.between(fault, Instant.now());
  }

  /** Waits until all that is acknowledged by now is predicted; says how long that took. */
  public Duration awaitCaughtUp(Instant fault) {
    Instant now = Instant.now();
    long nowMicros = Micros.of(now);
    Awaitility.await("what was captured before is predicted")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> ledger.lossesBefore(nowMicros) == 0 || hasFailed());
    return Duration.between(fault, Instant.now());
  }

  /** Waits, within reason, until every acknowledged face is predicted. */
  public void drain() {
    long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
    while (ledger.losses() > 0 && System.nanoTime() - deadlineNanos < 0 && !hasFailed()) {
      pause();
    }
    // One that comes twice would come now.
    for (int i = 0; i < 10; i++) {
      pause();
    }
  }

  private boolean hasFailed() {
    if (failure != null) {
      throw new IllegalStateException("cannot read predictions any more", failure);
    }
    return false;
  }

  private static void pause() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
