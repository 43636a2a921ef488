package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.buffer.Admission;
import io.gazeshift.adaptation.buffer.BufferSettings;
import io.gazeshift.adaptation.buffer.SampleRejection;
import io.gazeshift.adaptation.buffer.TargetSample;
import io.gazeshift.adaptation.domains.DomainLimit;
import io.gazeshift.adaptation.domains.DomainState;
import io.gazeshift.adaptation.domains.FaceObserver;
import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.events.PastRuns;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.v1.FeatureSample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The partitions of gaze.features that are assigned to this process, and the domains in them. A
 * record that cannot be used is counted and ignored. For one thread.
 */
final class AssignedDomains {

  private static final Logger log = LoggerFactory.getLogger(AssignedDomains.class);

  /** Domains may come and go by the thousand. */
  private static final Duration WARN_EVERY = Duration.ofMinutes(1);

  private final Admission admission;
  private final BufferSettings settings;
  private final PastRuns past;
  private final AdaptMeters meters;
  private final List<FaceObserver> observers;
  private final DomainLimit limit;
  private final Map<Integer, OwnedPartition> partitions = new HashMap<>();
  private final PeriodicTimer warningTimer = new PeriodicTimer(WARN_EVERY);

  AssignedDomains(
      Admission admission,
      BufferSettings settings,
      PastRuns past,
      AdaptMeters meters,
      List<FaceObserver> observers,
      DomainLimit limit) {
    this.admission = admission;
    this.settings = settings;
    this.past = past;
    this.meters = meters;
    this.observers = List.copyOf(observers);
    this.limit = limit;
  }

  /** How long samples are kept. */
  Duration maxAge() {
    return settings.maxAge();
  }

  /** This process now owns the partition; see {@link OwnedPartition}. */
  void assign(int partition, long replayEnd) {
    partitions.put(partition, new OwnedPartition(partition, replayEnd));
  }

  /** Another process owns the partition now; returns what was known about it. */
  Optional<OwnedPartition> revoke(int partition) {
    Optional<OwnedPartition> revoked = Optional.ofNullable(partitions.remove(partition));
    revoked.ifPresent(gone -> observers.forEach(observer -> observer.forget(gone)));
    return revoked;
  }

  Optional<OwnedPartition> partition(int number) {
    return Optional.ofNullable(partitions.get(number));
  }

  /** Whether this process has owned the partition without interruption since it was assigned. */
  @SuppressWarnings("ReferenceEquality") // A partition that comes back is a new object.
  boolean isStill(OwnedPartition partition) {
    return partitions.get(partition.number()) == partition;
  }

  List<OwnedPartition> partitions() {
    return new ArrayList<>(partitions.values());
  }

  /** The domains of partitions that are fully replayed. */
  List<DomainState> ready() {
    return partitions.values().stream()
        .filter(OwnedPartition::isReplayed)
        .flatMap(partition -> partition.domains().stream())
        .toList();
  }

  /** A domain of a fully replayed partition. */
  Optional<DomainState> ready(String domain) {
    return partitions.values().stream()
        .filter(OwnedPartition::isReplayed)
        .flatMap(partition -> partition.find(domain).stream())
        .findFirst();
  }

  void take(ConsumerRecord<String, byte[]> record) {
    OwnedPartition partition = partitions.get(record.partition());
    if (partition == null) {
      return;
    }
    try {
      FeatureSample sample = RecordType.FEATURE_SAMPLE.decode(record.value());
      String domain = sample.getIdentity().getDomain();
      if (!domain.equals(record.key())) {
        meters.rejected(
            "WRONG_KEY", "the key is %s, the domain %s".formatted(record.key(), domain));
        return;
      }
      if (!limit.isAllowed(domain)) {
        meters.rejected("UNKNOWN_DOMAIN", "domain %s is not configured".formatted(domain));
        return;
      }
      observers.forEach(observer -> observer.saw(partition, sample));
      Instant written = Instant.ofEpochMilli(record.timestamp());
      Optional<SampleRejection> rejection = admission.rejection(sample, written);
      if (rejection.isPresent()) {
        rejected(rejection.get(), domain);
        return;
      }
      state(partition, domain, written)
          .ifPresent(
              state -> {
                state.fed(written);
                state.offer(record.offset(), TargetSample.of(sample));
              });
    } catch (BadRecordException e) {
      meters.rejected(e.reason().name(), String.valueOf(e.getMessage()));
    }
  }

  private void rejected(SampleRejection rejection, String domain) {
    if (rejection.isOrdinary()) {
      meters.passedOver(rejection.name());
    } else {
      meters.rejected(rejection.name(), "a face of domain " + domain);
    }
  }

  /** Empty if there are too many domains, and all others are more important. */
  private Optional<DomainState> state(OwnedPartition partition, String domain, Instant written) {
    if (partition.find(domain).isEmpty() && !makeRoom(domain, written)) {
      meters.rejected("TOO_MANY_DOMAINS", "a face of the new domain " + domain);
      return Optional.empty();
    }
    return Optional.of(
        partition.domain(
            domain, name -> new DomainState(name, partition, settings, past.of(name))));
  }

  private boolean makeRoom(String newcomer, Instant written) {
    List<DomainState> present =
        partitions.values().stream().flatMap(owned -> owned.domains().stream()).toList();
    if (!limit.isReached(present.size())) {
      return true;
    }
    Optional<DomainState> displaced = limit.displacedBy(newcomer, written, present);
    displaced.ifPresent(this::evict);
    return displaced.isPresent();
  }

  /** Its events and, after a restart, its samples in the topic restore it when it comes back. */
  private void evict(DomainState domain) {
    domain.partition().remove(domain.name());
    meters.evicted();
    if (warningTimer.isDue()) {
      log.atWarn()
          .addKeyValue("domain", domain.name())
          .log(
              "too many domains: forgot the samples of {}, which were the least recent; raise"
                  + " adapt.max-domains, or set adapt.only-configured-domains",
              domain.name());
    }
  }
}
