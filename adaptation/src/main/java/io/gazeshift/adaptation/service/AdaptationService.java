package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.config.AdaptConfig;
import io.gazeshift.adaptation.publish.RegistryHeads;
import io.gazeshift.adaptation.report.ReportWriter;
import io.gazeshift.adaptation.run.Places;
import io.gazeshift.adaptation.run.RunListener;
import io.gazeshift.adaptation.run.Source;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.KafkaThread;
import io.gazeshift.inference.keys.HeadSigner;
import io.gazeshift.inference.keys.TrustedKeys;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.errors.FencedInstanceIdException;

/**
 * Runs adaptation on threads of its own. Where Kafka fails for longer than its clients bear, they
 * are closed and opened again, with growing pauses, and everything is gathered from the topics once
 * more. A run under way when it closes is broken off, and begun again by whoever is next.
 */
public final class AdaptationService implements AutoCloseable {

  private static final Duration GRACE = Duration.ofSeconds(10);

  private final AdaptSetup setup;
  private final InstantSource clock;
  private final KafkaThread thread;

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
    this.thread = new KafkaThread("adaptation", GRACE, this::adapt, setup.meters()::restarted);
  }

  public void start() {
    thread.start();
  }

  /** Why it cannot go on, if it cannot: a mistake of the program, not a broker that is away. */
  public Optional<RuntimeException> failure() {
    return thread.failure();
  }

  private void adapt(KafkaThread.Life life) throws InterruptedException {
    try (AdaptationLoop loop = new AdaptationLoop(setup, clock, life::goesWell)) {
      life.wakeBy(loop::wakeup);
      loop.run();
    } catch (FencedInstanceIdException e) {
      throw setup.clients().member().taken();
    }
  }

  @Override
  public void close() {
    try (ReportWriter reports = setup.reports()) {
      thread.close();
    }
  }
}
