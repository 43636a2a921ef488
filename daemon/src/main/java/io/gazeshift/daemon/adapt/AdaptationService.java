package io.gazeshift.daemon.adapt;

import io.gazeshift.common.BackOff;
import io.gazeshift.common.UserError;
import io.gazeshift.common.config.sections.AdaptConfig;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.keys.HeadSigner;
import io.gazeshift.daemon.keys.TrustedKeys;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs adaptation on threads of its own. Where Kafka fails for longer than its clients bear, they
 * are closed and opened again, with growing pauses, and everything is gathered from the topics once
 * more. A run under way when it closes is broken off, and begun again by whoever is next.
 */
public final class AdaptationService implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(AdaptationService.class);

  private static final Duration GRACE = Duration.ofSeconds(10);

  private final AdaptSetup setup;
  private final InstantSource clock;
  private final BackOff backOff = new BackOff(Duration.ofMillis(100), Duration.ofSeconds(10));
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread thread;
  private volatile AdaptationLoop current;
  private volatile RuntimeException failure;

  /**
   * Not started yet.
   *
   * @param keys whose heads may be adapted further
   * @param shadows how many faces a candidate of a domain predicts beside the head in force before
   *     it is published; domains that are not named publish at once
   * @param signer vouches for published heads; without one they are not signed
   */
  public AdaptationService(
      KafkaAccess kafka,
      AdaptConfig config,
      Source source,
      TrustedKeys keys,
      Optional<HeadSigner> signer,
      Places places,
      Map<String, Integer> shadows,
      RunListener listener,
      MeterRegistry registry,
      InstantSource clock) {
    this.setup =
        AdaptSetup.of(
            kafka,
            config,
            source,
            places,
            shadows,
            () -> new RegistryHeads(kafka, source.head(), keys, signer, clock),
            listener,
            registry,
            clock);
    this.clock = clock;
    this.thread = new Thread(this::run, "adapt");
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
      while (!isStopping()) {
        runOnce();
      }
    } catch (InterruptedException e) {
      log.debug("adaptation was interrupted");
    } catch (RuntimeException e) {
      failure = e;
    } catch (Error e) {
      failure = new IllegalStateException(e);
    }
    if (failure != null) {
      log.error("adaptation cannot go on: {}", failure.getMessage(), failure);
    }
  }

  private void runOnce() throws InterruptedException {
    try (AdaptationLoop loop = new AdaptationLoop(setup, clock, backOff::reset)) {
      current = loop;
      if (!isStopping()) {
        loop.run();
      }
    } catch (WakeupException e) {
      log.debug("adaptation was woken to stop");
    } catch (ConfigException e) {
      // Trying again cannot help.
      throw new UserError("kafka.properties: " + e.getMessage(), e);
    } catch (InterruptException e) {
      throw (InterruptedException) new InterruptedException("by Kafka").initCause(e);
    } catch (FencedInstanceIdException e) {
      throw setup.clients().member().taken();
    } catch (KafkaException e) {
      setup.meters().restarted();
      Duration wait = backOff.next();
      log.warn("adaptation begins again in {} ms: {}", wait.toMillis(), e.getMessage());
      log.debug("because of", e);
      stopping.await(wait.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      current = null;
    }
  }

  private boolean isStopping() {
    return stopping.getCount() == 0;
  }

  @Override
  public void close() {
    stopping.countDown();
    AdaptationLoop loop = current;
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
