package io.gazeshift.adaptation.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.adaptation.buffer.Admission;
import io.gazeshift.adaptation.buffer.BufferSettings;
import io.gazeshift.adaptation.buffer.Burst;
import io.gazeshift.adaptation.buffer.TargetSample;
import io.gazeshift.adaptation.buffer.TargetSnapshot;
import io.gazeshift.adaptation.domains.DomainLimit;
import io.gazeshift.adaptation.domains.DomainState;
import io.gazeshift.adaptation.domains.FaceObserver;
import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.events.PastRuns;
import io.gazeshift.adaptation.schedule.DomainHistory;
import io.gazeshift.adaptation.schedule.Setbacks;
import io.gazeshift.common.Micros;
import io.gazeshift.common.kafka.RejectionLog;
import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.testing.SmallModel;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AssignedDomainsTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final int PARTITION = 3;

  @TempDir static Path directory;
  private static SmallModel world;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final PastRuns past = new PastRuns();

  @BeforeAll
  static void makeAWorld() throws Exception {
    world = new SmallModel(directory);
  }

  @Test
  void theSameRecordsGiveTheSameBufferHoweverOftenTheyAreRead() {
    List<ConsumerRecord<String, byte[]>> records = records(600);
    TargetSnapshot live = read(records, records.size()).snapshot();
    TargetSnapshot again = read(records, records.size()).snapshot();
    assertThat(live.size()).as("more than fits was shown").isEqualTo(200);
    assertThat(frames(again)).isEqualTo(frames(live));
  }

  @Test
  void whatTheLastRunSawIsFoundAgainAtItsOffset() {
    List<ConsumerRecord<String, byte[]>> records = records(120);
    int end = 240;
    TargetSnapshot then = read(records.subList(0, end), end).snapshot();
    past.note(event(Stage.JUDGED, end));
    DomainState state = read(records, records.size());
    assertThat(frames(state.history(NOW).adaptedTo().orElseThrow())).isEqualTo(frames(then));
    assertThat(state.history(NOW).lastRun()).contains(NOW.minusSeconds(60));

    past.note(event(Stage.FAILED, 400));
    past.note(event(Stage.FAILED, 400));
    DomainState failed = read(records, records.size());
    assertThat(failed.history(NOW).failures()).isEqualTo(2);
    assertThat(frames(failed.history(NOW).adaptedTo().orElseThrow())).isEqualTo(frames(then));
  }

  @Test
  void whatWasRejectedOrTakenBackIsKnownAfterARestart() {
    List<ConsumerRecord<String, byte[]>> records = records(120);
    past.note(event(Stage.JUDGED, 240));
    past.note(event(Stage.JUDGED, 240));
    assertThat(read(records, records.size()).history(NOW).setbacks())
        .isEqualTo(Setbacks.NONE.rejected().rejected());

    past.note(event(Stage.JUDGED, 240).toBuilder().setPublishedVersion(1).build());
    past.note(event(Stage.ROLLED_BACK, 0).toBuilder().setTrigger("rollback").build());
    DomainHistory known = read(records, records.size()).history(NOW);
    assertThat(known.setbacks()).isEqualTo(Setbacks.NONE.takenBack());
    assertThat(known.adaptedTo()).as("what the last run saw").isPresent();
  }

  @Test
  void aRunThatEndedWithTheLastRecordIsFoundToo() {
    List<ConsumerRecord<String, byte[]>> records = records(40);
    past.note(event(Stage.LEFT_ALONE, records.size()));
    DomainState state = read(records, records.size());
    assertThat(frames(state.history(NOW).adaptedTo().orElseThrow()))
        .isEqualTo(frames(state.snapshot()));
  }

  @Test
  void ofARunWhoseSamplesAreGoneNothingIsLeftToCompareWith() {
    List<ConsumerRecord<String, byte[]>> records = records(120);
    past.note(event(Stage.JUDGED, 20 * SmallModel.BURST - 1));
    assertThat(read(records, records.size()).history(NOW).adaptedTo())
        .as("a few bursts before the run's end are kept, which tell too little")
        .isEmpty();
    past.note(event(Stage.JUDGED, 0));
    DomainState state = read(records, records.size());
    assertThat(state.history(NOW).adaptedTo()).isEmpty();
    assertThat(state.history(NOW).lastRun()).contains(NOW.minusSeconds(60));
  }

  @Test
  void nothingIsDecidedBeforeThePartitionIsReadAsFarAsItReached() {
    AssignedDomains share = share();
    share.assign(PARTITION, 10);
    records(4).forEach(share::take);
    OwnedPartition partition = share.partition(PARTITION).orElseThrow();
    assertThat(partition.readUpTo(9)).isFalse();
    assertThat(share.ready()).isEmpty();
    assertThat(partition.readUpTo(10)).isTrue();
    assertThat(share.ready()).extracting(DomainState::name).containsExactly("seat");
    assertThat(partition.readUpTo(11)).as("only once").isFalse();
  }

  @Test
  void aPartitionThatWasAwayIsAnotherOne() {
    AssignedDomains share = share();
    share.assign(PARTITION, 0);
    OwnedPartition before = share.partition(PARTITION).orElseThrow();
    assertThat(share.isStill(before)).isTrue();
    assertThat(share.revoke(PARTITION)).contains(before);
    assertThat(share.isStill(before)).isFalse();
    share.assign(PARTITION, 0);
    assertThat(share.isStill(before)).isFalse();
  }

  @Test
  void recordsThatCannotBeUsedAreCounted() {
    AssignedDomains share = share();
    share.assign(PARTITION, 0);
    FeatureSample good = world.stream("seat", 1, NOW.minusSeconds(60), 0, 1).get(0);
    share.take(record(0, "seat", new byte[] {1, 2, 3}));
    share.take(record(1, "other", RecordType.FEATURE_SAMPLE.encode(good)));
    share.take(
        record(
            2,
            "seat",
            RecordType.FEATURE_SAMPLE.encode(
                good.toBuilder().setFeatureFp16(SmallModel.halves(1)).build())));
    assertThat(registry.find("gazeshift.adapt.rejected").counters())
        .extracting(counter -> counter.getId().getTag("reason"))
        .hasSize(3)
        .contains("WRONG_KEY", "WRONG_LENGTH");
  }

  private DomainState read(List<ConsumerRecord<String, byte[]>> records, long end) {
    AssignedDomains share = share();
    share.assign(PARTITION, end);
    records.forEach(share::take);
    share.partition(PARTITION).orElseThrow().readUpTo(end);
    return share.ready("seat").orElseThrow();
  }

  @Test
  void inventedNamesDisplaceEachOtherAndNoDomainThatIsFed() {
    AssignedDomains share = share(new DomainLimit(10, false, Set.of(), name -> false));
    share.assign(PARTITION, 0);
    share.partition(PARTITION).orElseThrow().readUpTo(0);
    List<FeatureSample> seat = world.stream("seat", 100, NOW.minusSeconds(600), 0, 1);
    long offset = 0;
    for (int i = 0; i < 100; i++) {
      offset = take(share, seat.subList(4 * i, 4 * i + 4), offset);
      offset = take(share, world.stream("invented-" + i, 1, NOW.minusSeconds(60), 0, i), offset);
    }
    assertThat(share.ready()).hasSize(10);
    assertThat(share.ready("seat").orElseThrow().samples()).isEqualTo(200);
    assertThat(share.ready("invented-99")).as("the newest").isPresent();
    assertThat(share.ready("invented-90")).as("the oldest of the last ten").isEmpty();
    assertThat(registry.get("gazeshift.adapt.domains.evicted").counter().count()).isEqualTo(91);
  }

  @Test
  void adaptedDomainsThatSleepAreKeptAndNewNamesAreCounted() {
    AssignedDomains share = share(new DomainLimit(2, false, Set.of(), name -> name.length() == 4));
    share.assign(PARTITION, 0);
    share.partition(PARTITION).orElseThrow().readUpTo(0);
    long offset = take(share, world.stream("seat", 1, NOW.minusSeconds(600), 0, 1), 0);
    offset = take(share, world.stream("desk", 1, NOW.minusSeconds(600), 0, 1), offset);
    for (int i = 0; i < 50; i++) {
      offset = take(share, world.stream("invented-" + i, 1, NOW.minusSeconds(60), 0, i), offset);
    }
    assertThat(share.ready()).extracting(DomainState::name).containsOnly("seat", "desk");
    assertThat(rejected("TOO_MANY_DOMAINS")).isEqualTo(200);
    assertThat(registry.get("gazeshift.adapt.domains.evicted").counter().count()).isZero();
  }

  @Test
  void whereOnlyConfiguredDomainsAreWantedOthersAreNotEvenObserved() {
    List<String> observed = new ArrayList<>();
    FaceObserver observer =
        new FaceObserver() {
          @Override
          public void saw(OwnedPartition partition, FeatureSample face) {
            observed.add(face.getIdentity().getDomain());
          }

          @Override
          public void forget(OwnedPartition partition) {}
        };
    AssignedDomains share =
        share(new DomainLimit(10, true, Set.of("seat"), name -> true), List.of(observer));
    share.assign(PARTITION, 0);
    share.partition(PARTITION).orElseThrow().readUpTo(0);
    long offset = take(share, world.stream("seat", 1, NOW.minusSeconds(600), 0, 1), 0);
    take(share, world.stream("other", 1, NOW.minusSeconds(600), 0, 1), offset);
    assertThat(share.ready()).extracting(DomainState::name).containsExactly("seat");
    assertThat(observed).containsOnly("seat");
    assertThat(rejected("UNKNOWN_DOMAIN")).isEqualTo(4);
  }

  private static long take(AssignedDomains share, List<FeatureSample> samples, long offset) {
    long next = offset;
    for (FeatureSample sample : samples) {
      share.take(
          record(
              next++, sample.getIdentity().getDomain(), RecordType.FEATURE_SAMPLE.encode(sample)));
    }
    return next;
  }

  private double rejected(String reason) {
    return registry.get("gazeshift.adapt.rejected").tag("reason", reason).counter().count();
  }

  private AssignedDomains share() {
    return share(new DomainLimit(100, false, Set.of(), name -> false));
  }

  private AssignedDomains share(DomainLimit limit) {
    return share(limit, List.of());
  }

  private AssignedDomains share(DomainLimit limit, List<FaceObserver> observers) {
    return new AssignedDomains(
        new Admission(
            new Admission.Rules(0.3, 0.3, Duration.ofHours(24)),
            world.fingerprint(),
            SmallModel.WIDTH),
        new BufferSettings(
            200, 4, Duration.ofMillis(500), Duration.ofSeconds(1), 5, Duration.ofHours(24)),
        past,
        new AdaptMeters(
            BoundedMeters.of(registry),
            new RejectionLog(InstantSource.fixed(NOW), "passed over", line -> {})),
        observers,
        limit);
  }

  private static List<ConsumerRecord<String, byte[]>> records(int bursts) {
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    for (FeatureSample sample :
        world.stream("seat", bursts, NOW.minus(Duration.ofHours(1)), 0, 1)) {
      records.add(record(records.size(), "seat", RecordType.FEATURE_SAMPLE.encode(sample)));
    }
    return records;
  }

  private static ConsumerRecord<String, byte[]> record(long offset, String key, byte[] value) {
    return new ConsumerRecord<>(
        Topics.FEATURES.name(),
        PARTITION,
        offset,
        NOW.toEpochMilli() + offset,
        TimestampType.LOG_APPEND_TIME,
        key.length(),
        value.length,
        key,
        value,
        new RecordHeaders(),
        Optional.empty());
  }

  private static AdaptationEvent event(Stage stage, long end) {
    return AdaptationEvent.newBuilder()
        .setDomain("seat")
        .setTrigger("first")
        .setStage(stage)
        .setFinishedMicros(Micros.of(NOW.minusSeconds(60)))
        .setFeaturesPartition(PARTITION)
        .setFeaturesEndOffset(end)
        .build();
  }

  private static List<String> frames(TargetSnapshot snapshot) {
    return snapshot.bursts().stream()
        .map(Burst::frames)
        .flatMap(List::stream)
        .map((TargetSample frame) -> frame.track() + " " + frame.frameSeq())
        .toList();
  }
}
