package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.buffer.Admission;
import io.gazeshift.adaptation.buffer.BufferSettings;
import io.gazeshift.adaptation.buffer.SampleRejection;
import io.gazeshift.adaptation.buffer.TargetSample;
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

/**
 * The partitions of gaze.features that are assigned to this process, and the domains in them. A
 * record that cannot be used is counted and ignored. For one thread.
 */
final class AssignedDomains {

  private final Admission admission;
  private final BufferSettings settings;
  private final PastRuns past;
  private final AdaptMeters meters;
  private final List<FaceObserver> observers;
  private final Map<Integer, OwnedPartition> partitions = new HashMap<>();

  AssignedDomains(
      Admission admission,
      BufferSettings settings,
      PastRuns past,
      AdaptMeters meters,
      List<FaceObserver> observers) {
    this.admission = admission;
    this.settings = settings;
    this.past = past;
    this.meters = meters;
    this.observers = List.copyOf(observers);
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
      observers.forEach(observer -> observer.saw(partition, sample));
      Optional<SampleRejection> rejection =
          admission.rejection(sample, Instant.ofEpochMilli(record.timestamp()));
      if (rejection.isPresent()) {
        rejected(rejection.get(), domain);
        return;
      }
      state(partition, domain).offer(record.offset(), TargetSample.of(sample));
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

  private DomainState state(OwnedPartition partition, String domain) {
    return partition.domain(
        domain, name -> new DomainState(name, partition, settings, past.of(name)));
  }
}
