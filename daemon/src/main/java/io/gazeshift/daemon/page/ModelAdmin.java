package io.gazeshift.daemon.page;

import io.gazeshift.adaptation.request.AdaptationAsk;
import io.gazeshift.adaptation.versions.Author;
import io.gazeshift.adaptation.versions.HeadPublisher;
import io.gazeshift.adaptation.versions.HeadVersions;
import io.gazeshift.adaptation.versions.Publication;
import io.gazeshift.adaptation.versions.Registrar;
import io.gazeshift.adaptation.versions.Registrar.Pin;
import io.gazeshift.adaptation.versions.Rollback;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.common.UserError;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.inference.swap.HeadVerifier;
import io.gazeshift.protocol.v1.AdaptationRequest.Kind;
import io.gazeshift.protocol.v1.HeadModel;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Lists and changes the head versions of the cluster, one request at a time: while one request
 * waits for the broker, others fail soon, so that at most one of the server's threads waits. Reads
 * nothing before the first request. Thread-safe.
 */
final class ModelAdmin implements AutoCloseable {

  private static final Author PAGE = Author.person("page");
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** The versions read for a domain while this head was active. */
  private record Known(HeadModel current, List<HeadModel> versions) {}

  private final GazeshiftConfig config;
  private final KafkaAccess kafka;
  private final Supplier<HeadVerifier> verifier;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  // The three below are guarded by the lock.
  private final Map<String, Known> known = new HashMap<>();
  private HeadVersions opened;
  private boolean closed;

  /**
   * Opens nothing.
   *
   * @param verifier rejects heads that inference would reject; called by the first request
   */
  ModelAdmin(
      GazeshiftConfig config,
      KafkaAccess kafka,
      Supplier<HeadVerifier> verifier,
      InstantSource clock) {
    this.config = config;
    this.kafka = kafka;
    this.verifier = verifier;
    this.clock = clock;
  }

  /** The head versions of a domain, newest first; the first one is active. */
  List<HeadModel> versions(String domain) {
    return alone(
        versions -> {
          Optional<HeadModel> current = versions.current(domain);
          if (current.isEmpty()) {
            return List.of();
          }
          Known before = known.get(domain);
          if (before != null && before.current.equals(current.get())) {
            return before.versions;
          }
          // Versions above the active head are those that inference rejects.
          List<HeadModel> kept =
              versions.versions(domain).stream()
                  .filter(head -> head.getVersion() <= current.get().getVersion())
                  .toList();
          known.put(domain, new Known(current.get(), kept));
          return kept;
        });
  }

  /** Publishes an earlier version or the source head again. */
  String rollback(AdminOrder order) {
    return alone(
        versions -> {
          Rollback back = rollback(versions, order, order.version(), Pin.AS_BEFORE);
          HeadModel head = publish(versions, by -> back.make(by, order.summary(back.done()), PAGE));
          return "head %d is active, with the weights of %s"
              .formatted(head.getVersion(), back.whose());
        });
  }

  /** Pins the active head; a domain without its own head gets the source head. */
  String pin(AdminOrder order) {
    return alone(
        versions -> {
          Optional<HeadModel> current = versions.current(order.domain());
          if (current.isPresent()) {
            return repin(versions, order, current.get(), Pin.PINNED, "pinned");
          }
          Rollback source = rollback(versions, order, OptionalLong.of(0), Pin.PINNED);
          HeadModel head = publish(versions, by -> source.make(by, order.summary("pinned"), PAGE));
          return "head %d is pinned, with the weights of the source head"
              .formatted(head.getVersion());
        });
  }

  /** Lets adaptation change the domain again. */
  String unpin(AdminOrder order) {
    return alone(
        versions ->
            repin(versions, order, versions.require(order.domain()), Pin.UNPINNED, "unpinned"));
  }

  /** Requests a run of adaptation without waiting for it. */
  String adapt(AdminOrder order) {
    return alone(
        versions -> {
          try (AdaptationAsk ask =
              new AdaptationAsk(kafka, Kind.ADAPT, order.domain(), PAGE.text(), clock)) {
            return "requested a run; its result will appear among the events";
          } catch (InterruptedException e) {
            throw new InterruptException(e);
          }
        });
  }

  private Rollback rollback(HeadVersions versions, AdminOrder order, OptionalLong to, Pin pin) {
    return Rollback.of(
        versions,
        order.domain(),
        to,
        pin,
        () -> ModelDirectory.of(config.infer().model()).sourceHeadFile());
  }

  private String repin(
      HeadVersions versions, AdminOrder order, HeadModel current, Pin pin, String word) {
    if (current.getPinned() == (pin == Pin.PINNED)) {
      throw new UserError("head %d is already %s".formatted(current.getVersion(), word));
    }
    HeadModel head =
        publish(versions, by -> by.pin(order.domain(), pin, order.summary(word), PAGE));
    return "head %d is %s, with the weights of head %d"
        .formatted(head.getVersion(), word, current.getVersion());
  }

  private HeadModel publish(HeadVersions versions, Function<Registrar, Publication> making) {
    Registrar registrar =
        new Registrar(
            versions, keys().signer("adapt.signing-key", config.adapt().signingKey()), clock);
    try (HeadPublisher publisher = new HeadPublisher(kafka, versions)) {
      return publisher.publish(() -> making.apply(registrar));
    }
  }

  private TrustedKeys keys() {
    return TrustedKeys.read(config.infer().trustedKeys());
  }

  private <T> T alone(Function<HeadVersions, T> work) {
    boolean mine = false;
    try {
      if (lock.hasQueuedThreads()) {
        // One request waits already; more would block threads that serve other pages.
        throw new UserError(
            "another request is reading or changing the heads; try again in a moment");
      }
      mine = lock.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      if (!mine || closed) {
        throw new UserError(
            "another request is reading or changing the heads; try again in a moment");
      }
      if (opened == null) {
        opened =
            new HeadVersions(
                kafka, keys(), HeadVersions.Ignored.UNNOTICED, verifier.get()::rejection);
      }
      opened.refresh();
      return work.apply(opened);
    } catch (KafkaException e) {
      throw new UserError("the broker failed: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError("the process is stopping", e);
    } finally {
      if (mine) {
        lock.unlock();
      }
    }
  }

  @Override
  public void close() {
    try {
      if (lock.tryLock(2, TimeUnit.SECONDS)) {
        try {
          closed = true;
          if (opened != null) {
            opened.close();
          }
        } finally {
          lock.unlock();
        }
      }
      // Else a request waits for a broker that is gone, on a thread that ends with the process.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
