package io.gazeshift.daemon.ops;

import io.gazeshift.common.kafka.KafkaAccess;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;

/**
 * Checks every few seconds, on its own thread, whether the cluster answers, so that health requests
 * do not wait for it.
 */
final class BrokerProbe implements Health.Condition, AutoCloseable {

  private static final Duration EVERY = Duration.ofSeconds(3);
  private static final int PATIENCE_MILLIS = 2_000;

  private final Admin admin;
  private final String bootstrap;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "broker-probe");
  private volatile Optional<String> problem = Optional.of("not checked yet");

  BrokerProbe(KafkaAccess kafka) {
    this.admin = Admin.create(kafka.adminProperties());
    this.bootstrap = kafka.bootstrap();
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public Optional<String> problem() {
    return problem;
  }

  private void run() {
    try {
      do {
        problem = check();
      } while (!stopping.await(EVERY.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Optional<String> check() throws InterruptedException {
    try {
      var options = new DescribeClusterOptions().timeoutMs(PATIENCE_MILLIS);
      int brokers = admin.describeCluster(options).nodes().get().size();
      return brokers > 0 ? Optional.empty() : Optional.of("the cluster has no brokers");
    } catch (ExecutionException e) {
      return Optional.of("no answer from %s".formatted(bootstrap));
    }
  }

  @Override
  public void close() {
    stopping.countDown();
    thread.interrupt();
    admin.close(Duration.ZERO);
  }
}
