package io.gazeshift.daemon.infer;

import io.gazeshift.common.BackOff;
import io.gazeshift.common.UserError;
import io.gazeshift.common.config.sections.InferConfig;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.backbone.Backbone;
import io.gazeshift.daemon.backbone.PatchDecoder;
import io.gazeshift.daemon.backbone.Preprocessing;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.FloatBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs inference on threads of its own. Where Kafka fails for longer than its clients bear, they
 * are closed and opened again, with growing pauses, from the committed offsets. The backbone
 * belongs to the caller, who closes it after this.
 */
public final class InferenceService implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(InferenceService.class);

  /** How long the last commit may take before it is broken off. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final InferenceClients clients;
  private final Pipeline.Tools tools;
  private final Readiness ready;
  private final InferenceMeters meters;
  private final InstantSource clock;
  private final BackOff backOff = new BackOff(Duration.ofMillis(100), Duration.ofSeconds(10));
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread thread;
  private volatile InferenceLoop current;
  private volatile RuntimeException failure;

  /** What inference waits for before its first face. */
  public interface Readiness {

    /** Nothing to wait for. */
    Readiness NOW = () -> {};

    /** Returns when it is so, or when waiting longer makes no sense. */
    void await() throws InterruptedException;
  }

  /** The preprocessing is the one that the backbone was opened with. */
  public InferenceService(
      KafkaAccess kafka,
      InferConfig config,
      Backbone backbone,
      Preprocessing preprocessing,
      HeadRegistry heads,
      Readiness ready,
      MeterRegistry registry,
      InstantSource clock) {
    this.ready = ready;
    this.clients = new InferenceClients(kafka, config);
    this.tools = tools(config, backbone, preprocessing, heads, clock);
    this.meters = new InferenceMeters(registry, new RefusalLog(clock, log::warn));
    this.clock = clock;
    this.thread = new Thread(this::run, "inference");
  }

  private static Pipeline.Tools tools(
      InferConfig config,
      Backbone backbone,
      Preprocessing preprocessing,
      HeadRegistry heads,
      InstantSource clock) {
    Freshness freshness = new Freshness(config.maxAge(), clock);
    int floatsPerPatch = new PatchDecoder(preprocessing).floatsPerPatch();
    FloatBuffer patches = PatchMemory.allocate(Belt.BATCHES, config.maxBatch(), floatsPerPatch);
    return new Pipeline.Tools(
        Stream.generate(() -> new PatchDecoder(preprocessing))
            .limit(config.decodeThreads())
            .map(decoder -> new FaceDecoder(decoder, freshness, patches))
            .toList(),
        new FacePredictor(backbone, heads, freshness, clock),
        patches,
        floatsPerPatch,
        config.maxBatch(),
        config.maxDelay());
  }

  public void start() {
    thread.start();
  }

  /** Why it cannot go on, if it cannot: a mistake of the program, not a broker that is away. */
  public Optional<RuntimeException> failure() {
    return Optional.ofNullable(failure);
  }

  private void run() {
    try {
      ready.await();
      while (!isStopping()) {
        runOnce();
      }
    } catch (InterruptedException e) {
      log.debug("inference was interrupted");
    } catch (RuntimeException e) {
      failure = e;
    } catch (Error e) {
      failure = new IllegalStateException(e);
    }
    if (failure != null) {
      log.error("inference cannot go on: {}", failure.getMessage(), failure);
    }
  }

  private void runOnce() throws InterruptedException {
    try (InferenceLoop loop = new InferenceLoop(clients, tools, meters, clock, backOff::reset)) {
      current = loop;
      if (!isStopping()) {
        loop.run();
      }
    } catch (WakeupException e) {
      log.debug("inference was woken to stop");
    } catch (ConfigException e) {
      // Trying again cannot help.
      throw new UserError("kafka.properties: " + e.getMessage(), e);
    } catch (InterruptException e) {
      throw (InterruptedException) new InterruptedException("by Kafka").initCause(e);
    } catch (FencedInstanceIdException e) {
      throw clients.member().taken();
    } catch (KafkaException e) {
      meters.restarted();
      Duration wait = backOff.next();
      log.warn("inference begins again in {} ms: {}", wait.toMillis(), e.getMessage());
      log.debug("because of", e);
      stopping.await(wait.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      current = null;
    }
  }

  private boolean isStopping() {
    return stopping.getCount() == 0;
  }

  /** What was polled but not committed is predicted by the next one. */
  @Override
  public void close() {
    stopping.countDown();
    InferenceLoop loop = current;
    if (loop != null) {
      loop.wakeup();
    }
    try {
      thread.join(GRACE.toMillis());
      // A producer that waits for a broker cannot be woken, only interrupted.
      thread.interrupt();
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
