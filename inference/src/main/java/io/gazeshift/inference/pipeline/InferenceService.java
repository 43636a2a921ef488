package io.gazeshift.inference.pipeline;

import io.gazeshift.backbone.input.BackboneInput;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.KafkaThread;
import io.gazeshift.common.kafka.RejectionLog;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.inference.config.InferConfig;
import java.nio.FloatBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs inference on its own threads. If Kafka fails for longer than its clients tolerate, they are
 * closed and reopened after growing pauses, and continue from the committed offsets. The backbone
 * belongs to the caller, who closes it after this.
 */
public final class InferenceService implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(InferenceService.class);

  /** How long the last commit may take before it is broken off. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final InferenceClients clients;
  private final FaceAgeLimit freshness;
  private final Pipeline.Tools tools;
  private final Readiness ready;
  private final InferenceMeters meters;
  private final InstantSource clock;
  private final KafkaThread thread;

  /** What inference waits for before its first face. */
  public interface Readiness {

    /** Nothing to wait for. */
    Readiness NOW = () -> {};

    /** Returns when it is so, or when waiting longer makes no sense. */
    void await() throws InterruptedException;
  }

  public InferenceService(
      KafkaAccess kafka,
      InferConfig config,
      ServedModel model,
      Readiness ready,
      BoundedMeters bounded,
      InstantSource clock) {
    this.ready = ready;
    this.clients = new InferenceClients(kafka, config);
    this.freshness = new FaceAgeLimit(config.maxAge(), clock);
    this.tools = tools(config, model, freshness, clock);
    this.meters =
        new InferenceMeters(
            bounded, new RejectionLog(clock, "written to the dead-letter topic", log::warn));
    this.clock = clock;
    this.thread = new KafkaThread("inference", GRACE, this::infer, meters::restarted);
  }

  private static Pipeline.Tools tools(
      InferConfig config, ServedModel model, FaceAgeLimit freshness, InstantSource clock) {
    BackboneInput input = model.backbone().input();
    int floatsPerFace = input.floatsPerFace();
    FloatBuffer inputs =
        InputMemory.allocate(PipelineBuffer.BATCHES, config.maxBatch(), floatsPerFace);
    return new Pipeline.Tools(
        Stream.generate(() -> new FaceDecoder(input, freshness, inputs))
            .limit(config.decodeThreads())
            .toList(),
        new FacePredictor(model, freshness, clock),
        inputs,
        floatsPerFace,
        config.maxBatch(),
        config.maxDelay());
  }

  public void start() {
    thread.start();
  }

  /** Why it cannot go on, if it cannot: a mistake of the program, not a broker that is away. */
  public Optional<RuntimeException> failure() {
    return thread.failure();
  }

  /** How long the oldest face has waited for its prediction: a hung backbone lets it grow. */
  public Duration oldestFace() {
    return meters.oldest().age();
  }

  private void infer(KafkaThread.Life life) throws InterruptedException {
    ready.await();
    try (InferenceLoop loop =
        new InferenceLoop(clients, tools, freshness, meters, clock, life::goesWell)) {
      life.wakeBy(loop::wakeup);
      loop.run();
    } catch (FencedInstanceIdException e) {
      throw clients.member().taken();
    }
  }

  /** What was polled but not committed is predicted by the next one. */
  @Override
  public void close() {
    thread.close();
  }
}
