package io.gazeshift.outputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.gazeshift.common.http.HttpServer;
import io.gazeshift.common.http.ListenAddress;
import io.gazeshift.common.http.Routes;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.outputs.feed.EventHistory;
import io.gazeshift.outputs.feed.LiveFeed;
import io.gazeshift.outputs.mirror.MirrorConfig;
import io.gazeshift.outputs.mirror.MirrorMeters;
import io.gazeshift.outputs.mirror.PredictionMirror;
import io.gazeshift.outputs.stream.EventStream;
import io.gazeshift.outputs.stream.StreamMeters;
import io.gazeshift.protocol.TopicSetup;
import io.gazeshift.protocol.Topics;
import io.gazeshift.testing.RunningBroker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kafka is killed with -9 and comes back while the mirror, a client of the live stream and, where
 * Mosquitto is installed, MQTT read what is published.
 */
class OutputsKillIT {

  private static final int KILLS = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Three times as many do not fill the queue of a client of the stream. */
  private static final int FRAMES = 60;

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  @TempDir Path directory;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final KafkaAccess kafka = new KafkaAccess(BROKER.bootstrap(), Map.of());

  @Test
  void everyOutputGoesOnAfterKafkaAndAfterAnotherClientWereKilled() throws Exception {
    TopicSetup.ensure(BROKER.admin(), 1, List.of(Topics.PREDICTIONS_JSON));
    try (PublishedRecords published = new PublishedRecords(BROKER.producer());
        PredictionMirror mirror =
            new PredictionMirror(kafka, new MirrorConfig("mirror", "killed"), registry);
        LiveFeed feed = LiveFeed.open(kafka);
        EventHistory history = new EventHistory(kafka);
        EventStream stream = new EventStream(feed, history, Optional.empty(), registry);
        HttpServer server = serve(stream);
        MqttSide mqtt = MqttSide.open(feed, directory, registry);
        HttpReader client = HttpReader.open(streamOf(server))) {
      mirror.start();
      List<LiveReader> readers = new ArrayList<>(mqtt.readers());
      readers.add(client);
      readers.forEach(reader -> awaitNewPrediction(reader, published));

      for (int kill = 0; kill < KILLS; kill++) {
        killAClientOf(server, published);
        readers.forEach(reader -> awaitNewPrediction(reader, published));
        double mirrored = mirrored();
        published.predictions(FRAMES);
        published.event();
        await().atMost(PATIENCE).until(() -> mirrored() > mirrored);
        // In the midst of more.
        published.predictions(FRAMES);
        ProcessHandle.of(BROKER.broker().pid()).orElseThrow().destroyForcibly();
        published.event();
        published.predictions(FRAMES);
        published.awaitAcknowledged();
        published.event();

        readers.forEach(reader -> awaitNewPrediction(reader, published));
        for (LiveReader reader : readers) {
          await()
              .atMost(PATIENCE)
              .untilAsserted(() -> assertThat(reader.events()).containsAll(published.events()));
        }
      }
      assertThat(client.events()).containsExactlyElementsOf(published.events());
      assertMirrored(published);
      assertThat(mirror.failure()).isEmpty();
      assertThat(mirror.problem()).isEmpty();
      assertThat(feed.failure()).isEmpty();
    }
  }

  /** While Kafka was away predictions may be missed, but not for ever. */
  private static void awaitNewPrediction(LiveReader reader, PublishedRecords published) {
    long mark = published.frames();
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              published.predictions(1);
              return reader.newestFrame() >= mark;
            });
  }

  /** Its connection is reset, as that of a process that was killed. */
  private void killAClientOf(HttpServer server, PublishedRecords published) throws Exception {
    URI address = streamOf(server);
    try (Socket killed = new Socket(address.getHost(), address.getPort())) {
      killed
          .getOutputStream()
          .write(
              "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n"
                  .formatted(address.getPath())
                  .getBytes(StandardCharsets.US_ASCII));
      await().atMost(PATIENCE).until(() -> clients() == 2);
      published.predictions(FRAMES);
      killed.setSoLinger(true, 0);
    }
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              published.predictions(1);
              return clients() == 1;
            });
  }

  private void assertMirrored(PublishedRecords published) throws Exception {
    published.awaitAcknowledged();
    List<Long> expected = LongStream.range(0, published.frames()).boxed().toList();
    List<Long> frames = new ArrayList<>();
    try (KafkaConsumer<String, byte[]> consumer =
        kafka.openConsumer(Map.of("auto.offset.reset", "earliest"))) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(Topics.PREDICTIONS_JSON.name()).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions);
      await()
          .atMost(PATIENCE)
          .until(() -> read(consumer, frames).size() >= expected.size() && lag() == 0);
      // Whatever was written twice stands there by now.
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      await()
          .atMost(PATIENCE)
          .until(
              () -> {
                read(consumer, frames);
                return ends.entrySet().stream()
                    .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
              });
    }
    assertThat(frames).isEqualTo(expected);
  }

  private static List<Long> read(KafkaConsumer<String, byte[]> consumer, List<Long> frames)
      throws IOException {
    for (var record : consumer.poll(Duration.ofMillis(100))) {
      frames.add(new ObjectMapper().readTree(record.value()).get("frameSeq").asLong());
    }
    return frames;
  }

  private double mirrored() {
    return MirrorMeters.MIRRORED.in(registry).count();
  }

  private double lag() {
    return registry.get(MirrorMeters.LAG.name()).gauge().value();
  }

  private double clients() {
    return registry.get(StreamMeters.CLIENTS.name()).gauge().value();
  }

  private static HttpServer serve(EventStream stream) {
    return HttpServer.start(
        "http.listen",
        new ListenAddress(Optional.empty(), 0),
        new Routes(Map.of(EventStream.PATH, stream)));
  }

  private static URI streamOf(HttpServer server) {
    return URI.create(server.url()).resolve(EventStream.PATH);
  }
}
