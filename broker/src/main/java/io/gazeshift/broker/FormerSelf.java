package io.gazeshift.broker;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.errors.BrokerIdNotRegisteredException;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.controller.Controller;
import org.apache.kafka.controller.ControllerRequestContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the controller of a restarted node still knows of the broker that crashed. For a whole
 * session timeout it takes that for alive, and rejects the new broker as its double. In a cluster
 * of one node there is no doubt: the lock on the data directory shows that the former process is
 * gone.
 */
final class FormerSelf {

  private static final Logger log = LoggerFactory.getLogger(FormerSelf.class);

  /** Longer than a controller of one node takes to elect itself. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration BETWEEN_TRIES = Duration.ofMillis(20);

  private final Controller controller;
  private final int node;

  FormerSelf(Controller controller, int node) {
    this.controller = controller;
    this.node = node;
  }

  /** Call it before the new broker starts. If it fails, the new one waits, as without it. */
  void unregister() throws InterruptedException {
    long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() - deadlineNanos < 0) {
      try {
        controller
            .unregisterBroker(context(deadlineNanos), node)
            .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        log.info("unregistered the broker that crashed");
        return;
      } catch (TimeoutException e) {
        log.info("the controller does not answer", e);
        return;
      } catch (ExecutionException e) {
        if (e.getCause() instanceof BrokerIdNotRegisteredException) {
          return;
        }
        // Not elected yet.
        log.debug("could not unregister the broker that crashed", e);
        TimeUnit.MILLISECONDS.sleep(BETWEEN_TRIES.toMillis());
      }
    }
  }

  private static ControllerRequestContext context(long deadlineNanos) {
    RequestHeaderData header =
        new RequestHeaderData()
            .setRequestApiKey(ApiKeys.UNREGISTER_BROKER.id)
            .setRequestApiVersion(ApiKeys.UNREGISTER_BROKER.latestVersion());
    return new ControllerRequestContext(
        header, KafkaPrincipal.ANONYMOUS, OptionalLong.of(deadlineNanos));
  }
}
