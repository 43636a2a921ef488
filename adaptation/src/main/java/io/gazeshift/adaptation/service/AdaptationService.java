package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.config.AdaptConfig;
import io.gazeshift.adaptation.report.ReportWriter;
import io.gazeshift.adaptation.run.Source;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.common.kafka.KafkaThread;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.common.errors.FencedInstanceIdException;

/**
 * Runs adaptation on its own threads. If Kafka fails for longer than its clients tolerate, they are
 * closed and opened again, with growing pauses, and all state is rebuilt from the topics. A run
 * that is under way at close is stopped; the next owner of the domain starts it again.
 */
public final class AdaptationService implements AutoCloseable {

  private static final Duration GRACE = Duration.ofSeconds(10);

  private final AdaptSetup setup;
  private final KafkaThread thread;

  /** Not started yet. */
  public AdaptationService(
      KafkaAccess kafka,
      AdaptConfig config,
      Source source,
      HeadKeys keys,
      DomainRules rules,
      AdaptRuntime runtime) {
    this.setup = new AdaptSetup(kafka, config, source, keys, rules, runtime);
    this.thread = new KafkaThread("adaptation", GRACE, this::adapt, setup.meters()::restarted);
  }

  public void start() {
    thread.start();
  }

  /** The program error that has ended adaptation, if any; an unreachable broker is none. */
  public Optional<RuntimeException> failure() {
    return thread.failure();
  }

  private void adapt(KafkaThread.Life life) throws InterruptedException {
    try (AdaptationLoop loop = setup.openLoop(life::goesWell)) {
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
