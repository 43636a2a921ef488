package io.gazeshift.adaptation.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.versions.Author;
import io.gazeshift.adaptation.versions.HeadPublisher;
import io.gazeshift.adaptation.versions.HeadVersions;
import io.gazeshift.adaptation.versions.Publication;
import io.gazeshift.adaptation.versions.Registrar;
import io.gazeshift.adaptation.versions.Registrar.Pin;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.testing.EventLog;
import io.gazeshift.testing.RunningBroker;
import io.gazeshift.testing.SmallModel;
import io.gazeshift.testing.TestHeads;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Heads of adaptation and heads of people, on a real broker. */
class PublishingIT {

  private static final Author BY = Author.person("test");
  private static final OwnedPartition PARTITION = new OwnedPartition(0, 0);

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  @TempDir static Path directory;

  private static SmallModel world;

  @BeforeAll
  static void makeAWorld() throws Exception {
    world = new SmallModel(directory);
  }

  @Test
  void whoIsSecondWithAVersionSaysSoAndMendsTheTopic() {
    try (KafkaProducer<String, byte[]> producer = BROKER.producer();
        EventLog events = new EventLog(BROKER.bootstrap());
        PublishedHeads heads = heads()) {
      Publishing publishing = new Publishing(heads, (partition, all) -> send(producer, all));
      heads.refresh();
      Publication first = publication(heads, "seat");
      assertThat(publishing.publish(PARTITION, first, event(Stage.JUDGED, 1), this::failed))
          .isEqualTo(event(Stage.JUDGED, 1));

      Publication second = publication(heads, "seat");
      publish("seat", world.head());
      AdaptationEvent told =
          publishing.publish(PARTITION, second, event(Stage.JUDGED, 2), this::failed);
      assertThat(told.getStage()).isEqualTo(Stage.FAILED);
      assertThat(told.getExplanation()).contains("head 2, by person test, was published");
      assertThat(events.all())
          .extracting(AdaptationEvent::getStage)
          .containsExactly(Stage.JUDGED, Stage.JUDGED, Stage.FAILED);
    }
    try (HeadVersions versions = new HeadVersions(kafka(), TrustedKeys.none())) {
      versions.refresh();
      assertThat(versions.isNewestRecord("seat")).isTrue();
      assertThat(versions.require("seat").getVersion()).isEqualTo(3);
      assertThat(versions.require("seat").getRestoredVersion()).isEqualTo(2);
      assertThat(versions.require("seat", 2).getAuthor()).contains("person test");
    }
  }

  @Test
  void besideAHeadOfAnotherBackboneTheParentIsTheSourceHead() {
    try (PublishedHeads heads = heads()) {
      HeadFile other = new HeadFile(world.head().head(), "another");
      publish("moved", other);
      heads.refresh();
      Publication next = heads.publication("moved", world.head().head(), 1, "for a test");
      assertThat(next.version()).isEqualTo(2);
      assertThat(next.head().getParentVersion()).isZero();
    }
  }

  @Test
  void runsStartFromTheLastHeadThatAdaptationDidNotMake() {
    Head imported = TestHeads.constant(SmallModel.WIDTH, 0.1f, 0);
    Head adapted = TestHeads.constant(SmallModel.WIDTH, 0.2f, 0);
    try (PublishedHeads heads = heads()) {
      heads.refresh();
      assertThat(heads.origin("line")).isEqualTo(world.head().head());
      publish(by -> by.introduce("line", file(adapted), 0, "for a test", Author.SERVICE));
      heads.refresh();
      assertThat(heads.origin("line")).isEqualTo(world.head().head());
      publish(by -> by.introduce("line", file(imported), 1, "for a test", BY));
      publish(by -> by.introduce("line", file(adapted), 2, "for a test", Author.SERVICE));
      publish(by -> by.introduce("line", file(adapted), 3, "for a test", Author.SERVICE));
      publish(by -> by.pin("line", Pin.PINNED, "for a test", BY));
      heads.refresh();
      assertThat(heads.load("line")).isEqualTo(adapted);
      assertThat(heads.origin("line")).isEqualTo(imported);
      publish(by -> by.restoreSource("line", world.head(), Pin.AS_BEFORE, "for a test", BY));
      heads.refresh();
      assertThat(heads.origin("line")).isEqualTo(world.head().head());
    }
  }

  private static HeadFile file(Head head) {
    return new HeadFile(head, world.fingerprint());
  }

  private static Publication publication(Heads heads, String domain) {
    return heads.publication(
        domain, world.head().head(), heads.facts(domain).version(), "for a test");
  }

  private AdaptationEvent failed(String why) {
    return event(Stage.FAILED, 0).toBuilder().setExplanation(why).build();
  }

  private static AdaptationEvent event(Stage stage, long version) {
    return AdaptationEvent.newBuilder()
        .setDomain("seat")
        .setRunId("run")
        .setTrigger("first")
        .setStage(stage)
        .setPublishedVersion(version)
        .build();
  }

  private static void publish(String domain, HeadFile head) {
    publish(by -> by.introduce(domain, head, 0, "for a test", BY));
  }

  private static void publish(Function<Registrar, Publication> making) {
    try (HeadVersions versions = new HeadVersions(kafka(), TrustedKeys.none());
        HeadPublisher publisher = new HeadPublisher(kafka(), versions)) {
      Registrar registrar = new Registrar(versions, Optional.empty(), InstantSource.system());
      publisher.publish(() -> making.apply(registrar));
    }
  }

  private static List<RecordMetadata> send(
      KafkaProducer<String, byte[]> producer, List<ProducerRecord<String, byte[]>> records) {
    List<RecordMetadata> places = new ArrayList<>();
    try {
      for (ProducerRecord<String, byte[]> record : records) {
        places.add(producer.send(record).get());
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
    return places;
  }

  private static PublishedHeads heads() {
    return new PublishedHeads(
        kafka(),
        world.head(),
        TrustedKeys.none(),
        Optional.empty(),
        InstantSource.system(),
        HeadVersions.Ignored.UNNOTICED);
  }

  private static KafkaAccess kafka() {
    return new KafkaAccess(BROKER.bootstrap(), Map.of());
  }
}
