package io.gazeshift.outputs.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.gazeshift.common.Micros;
import io.gazeshift.common.http.HttpServer;
import io.gazeshift.common.http.ListenAddress;
import io.gazeshift.common.http.Routes;
import io.gazeshift.common.http.TokenCheck;
import io.gazeshift.common.http.TokenFile;
import io.gazeshift.common.http.TokenRateLimiter;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.outputs.feed.EventHistory;
import io.gazeshift.outputs.feed.LiveFeed;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.testing.RequiredTools;
import io.gazeshift.testing.RunningBroker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The stream over a real broker and a real server, read by a real HTTP client. */
class EventStreamIT {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final String TOKEN = "only-for-reading-0123";
  private static final Path PYTHON = Path.of("/usr/bin/python3");
  private static final Path SCHEMA = Path.of("../docs/integrate/stream.schema.json");

  private static final String WEB_SOCKET =
      "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
          + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

  @RegisterExtension static final RunningBroker BROKER = new RunningBroker();

  @TempDir Path directory;

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private LiveFeed feed;
  private EventHistory history;
  private EventStream stream;
  private HttpServer server;

  /** One event as it arrives; the id is the last one that came. */
  private record Event(String name, String id, JsonNode data) {}

  @BeforeEach
  void start() throws Exception {
    KafkaAccess kafka = new KafkaAccess(BROKER.bootstrap(), Map.of());
    feed = LiveFeed.open(kafka);
    history = new EventHistory(kafka);
    TokenFile token =
        TokenFile.in("http.read-token-file", Files.writeString(directory.resolve("t"), TOKEN));
    stream =
        new EventStream(
            feed,
            history,
            Optional.of(
                new TokenCheck("read", List.of(token), new TokenRateLimiter(System::nanoTime))),
            registry);
    server =
        HttpServer.start(
            "http.listen",
            new ListenAddress(Optional.empty(), 0),
            new Routes(Map.of(EventStream.PATH, stream)));
  }

  @AfterEach
  void stop() {
    stream.close();
    history.close();
    feed.close();
    server.close();
  }

  @Test
  void clientsGetWhatIsCommittedAndWhatTheyAskFor() throws Exception {
    try (Client all = new Client("");
        Client left = new Client("?camera=left&kind=prediction");
        KafkaProducer<String, byte[]> producer = transactions()) {
      all.awaitOpen();
      left.awaitOpen();
      producer.beginTransaction();
      send(producer, prediction("left", 1));
      send(producer, prediction("right", 1));
      producer.flush();
      producer.abortTransaction();
      producer.beginTransaction();
      send(producer, prediction("left", 2));
      send(producer, prediction("right", 2));
      send(producer, glance("left", "mirror"));
      producer.commitTransaction();

      await().atMost(LONG).until(() -> all.events.size() == 4 && left.events.size() == 2);
      assertThat(all.frames()).containsExactlyInAnyOrder("left 2", "right 2");
      assertThat(left.frames()).containsExactly("left 2");
      assertThat(all.events)
          .filteredOn(event -> event.name().equals("event"))
          .singleElement()
          .satisfies(event -> assertThat(event.data().get("target").asText()).isEqualTo("mirror"));
      assertThat(registry.get("gazeshift.stream.clients").gauge().value()).isEqualTo(2);
      all.assertValid();
    }
  }

  @Test
  void aClientThatConnectsAgainGetsTheEventsItMissed() throws Exception {
    try (KafkaProducer<String, byte[]> producer = transactions()) {
      String id;
      try (Client before = new Client("?kind=event&camera=left")) {
        before.awaitOpen();
        commit(producer, glance("left", "mirror"));
        await().atMost(LONG).until(() -> before.events.size() == 2);
        id = before.events.get(1).id();
      }
      commit(producer, glance("left", "road"), glance("right", "road"));
      commit(producer, glance("left", "screen"));
      producer.beginTransaction();
      send(producer, glance("left", "never"));
      producer.flush();
      producer.abortTransaction();

      try (Client again = new Client("?kind=event&camera=left&lastEventId=" + id)) {
        await().atMost(LONG).until(() -> again.events.size() == 4);
        commit(producer, glance("left", "window"));
        await().atMost(LONG).until(() -> again.events.size() == 5);
        assertThat(again.events)
            .extracting(event -> event.name() + event.data().path("target").asText(""))
            .containsExactly("open", "eventroad", "eventscreen", "resumed", "eventwindow");
        assertThat(again.events.get(3).data().toString()).isEqualTo("{\"events\":2}");
        again.assertValid();
      }
      try (Client foreign = new Client("?kind=event&lastEventId=zzzzzz")) {
        await().atMost(LONG).until(() -> foreign.names().contains("resumed"));
        assertThat(foreign.events.get(foreign.names().indexOf("resumed")).data().get("missing"))
            .as("offsets that the topic has not reached")
            .asString()
            .contains("the last event id is not of this topic");
        foreign.assertValid();
      }
    }
  }

  @Test
  void clientsThatComeBackTogetherEachGetWhatTheyMissed() throws Exception {
    List<String> ids = new ArrayList<>();
    List<Client> back = new ArrayList<>();
    try (KafkaProducer<String, byte[]> producer = transactions()) {
      try (Client before = new Client("?kind=event")) {
        before.awaitOpen();
        for (int i = 0; i < 5; i++) {
          int count = i + 2;
          commit(producer, glance(i % 2 == 0 ? "left" : "right", "target" + i));
          await().atMost(LONG).until(() -> before.events.size() == count);
        }
        before.events.forEach(event -> ids.add(event.id()));
      }
      back.addAll(
          together(
              IntStream.range(0, 60)
                  .mapToObj(i -> ids.get(i % ids.size()) + (i < 30 ? "" : "&camera=left"))
                  .map(id -> "?kind=event&lastEventId=" + id)
                  .toList()));
      await()
          .atMost(LONG)
          .until(() -> back.stream().allMatch(client -> client.names().contains("resumed")));
      for (int i = 0; i < back.size(); i++) {
        Client client = back.get(i);
        int has = i % ids.size();
        int step = i < 30 ? 1 : 2;
        List<String> expected = new ArrayList<>();
        for (int event = i < 30 ? has : has + has % 2; event < 5; event += step) {
          expected.add("target" + event);
        }
        assertThat(client.events)
            .as("client %d", i)
            .filteredOn(event -> event.name().equals("event"))
            .extracting(event -> event.data().get("target").asText())
            .containsExactlyElementsOf(expected);
        assertThat(client.events.get(client.names().indexOf("resumed")).data().toString())
            .isEqualTo("{\"events\":%d}".formatted(expected.size()));
      }
    } finally {
      for (Client client : back) {
        client.close();
      }
    }
  }

  /** One thread each: the answer to a client begins only when the feed has welcomed it. */
  private List<Client> together(List<String> queries) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(queries.size());
    try {
      List<Callable<Client>> connects = new ArrayList<>();
      queries.forEach(query -> connects.add(() -> new Client(query)));
      List<Client> clients = new ArrayList<>();
      for (Future<Client> connected : threads.invokeAll(connects)) {
        clients.add(connected.get());
      }
      return clients;
    } finally {
      threads.shutdown();
    }
  }

  @SafeVarargs
  private static void commit(
      KafkaProducer<String, byte[]> producer, ProducerRecord<String, byte[]>... records) {
    producer.beginTransaction();
    for (ProducerRecord<String, byte[]> record : records) {
      send(producer, record);
    }
    producer.commitTransaction();
  }

  @Test
  void aClientThatNeverReadsDelaysNoOtherAndLosesItsOldest() throws Exception {
    try (Socket stuck = unread("");
        Client other = new Client("");
        KafkaProducer<String, byte[]> producer = BROKER.producer()) {
      other.awaitOpen();
      await()
          .atMost(LONG)
          .until(() -> registry.get("gazeshift.stream.clients").gauge().value() == 2);
      long frame = 0;
      while (registry.get("gazeshift.stream.dropped").counter().count() == 0) {
        assertThat(frame).as("frames without a dropped one").isLessThan(200_000);
        for (int i = 0; i < 100; i++) {
          send(producer, prediction("left", frame++));
        }
        long sent = frame;
        await().atMost(LONG).until(() -> other.newest() == sent - 1);
      }
      other.assertValid();
      assertThat(other.events).noneMatch(event -> event.name().equals("dropped"));
      assertThat(stuck.isClosed()).isFalse();
    }
  }

  @Test
  void aRequestWithoutTheTokenOrWithAWrongFilterIsRejected() throws Exception {
    assertThat(status("", "")).isEqualTo(401);
    assertThat(status("", TOKEN + "x")).isEqualTo(401);
    HttpResponse<InputStream> wrong = get("?kind=pictures", TOKEN);
    assertThat(wrong.statusCode()).isEqualTo(400);
    assertThat(new String(wrong.body().readAllBytes(), StandardCharsets.UTF_8))
        .contains("kind=pictures: unknown; there are [prediction, event, head]");
  }

  @Test
  void aWebSocketGetsTheSameAsAClientOfEvents() throws Exception {
    try (Client events = new Client("?camera=left");
        SocketClient socket = socket("?camera=left");
        KafkaProducer<String, byte[]> producer = transactions()) {
      events.awaitOpen();
      socket.await("open");
      commit(producer, prediction("left", 1), prediction("right", 1), glance("left", "mirror"));
      commit(producer, prediction("left", 2));

      await().atMost(LONG).until(() -> events.events.size() == 4 && socket.messages().size() == 4);
      assertThat(registry.get("gazeshift.stream.clients").gauge().value()).isEqualTo(2);
      assertThat(socket.messages())
          .extracting(message -> message.get("event").asText(), message -> message.get("data"))
          .containsExactlyElementsOf(
              events.events.stream().map(event -> tuple(event.name(), event.data())).toList());
      assertThat(socket.ids())
          .containsExactlyElementsOf(
              events.events.stream()
                  .map(Event::id)
                  .filter(id -> !id.isEmpty())
                  .distinct()
                  .toList());
      assertValid(socket);
    }
  }

  @Test
  void aWebSocketGoesOnWhereAClientOfEventsEnded() throws Exception {
    try (KafkaProducer<String, byte[]> producer = transactions()) {
      String id;
      try (Client before = new Client("?kind=event")) {
        before.awaitOpen();
        commit(producer, glance("left", "mirror"));
        await().atMost(LONG).until(() -> before.events.size() == 2);
        id = before.events.get(1).id();
      }
      commit(producer, glance("left", "road"));
      try (SocketClient again = socket("?kind=event&lastEventId=" + id)) {
        await().atMost(LONG).until(() -> again.messages().size() == 3);
        assertThat(again.messages())
            .extracting(
                message -> message.get("event").asText() + message.at("/data/target").asText(""))
            .containsExactly("open", "eventroad", "resumed");
        assertValid(again);
      }
    }
  }

  @Test
  void aWebSocketThatIsNotReadDelaysNoOtherAndIsToldWhatItLost() throws Exception {
    try (Socket stuck = unread(WEB_SOCKET);
        SocketClient other = socket("");
        KafkaProducer<String, byte[]> producer = BROKER.producer()) {
      other.await("open");
      await()
          .atMost(LONG)
          .until(() -> registry.get("gazeshift.stream.clients").gauge().value() == 2);
      long frame = 0;
      while (registry.get("gazeshift.stream.dropped").counter().count() == 0) {
        assertThat(frame).as("frames without a dropped one").isLessThan(200_000);
        for (int i = 0; i < 100; i++) {
          send(producer, prediction("left", frame++));
        }
        long sent = frame;
        await().atMost(LONG).until(() -> other.newestFrame() == sent - 1);
      }
      assertThat(other.names()).doesNotContain("dropped");
      StringBuilder late = new StringBuilder();
      stuck.setSoTimeout((int) LONG.toMillis());
      byte[] buffer = new byte[1 << 16];
      while (late.indexOf("{\"event\":\"dropped\",\"data\":{\"dropped\":") < 0) {
        int read = stuck.getInputStream().read(buffer);
        assertThat(read).as("the server keeps a slow client").isPositive();
        late.append(new String(buffer, 0, read, StandardCharsets.ISO_8859_1));
      }
    }
  }

  @Test
  void aWebSocketNeedsTheTokenAndAnOriginOfOurs() throws Exception {
    assertThat(SocketClient.rejection(address(""), Map.of(), List.of())).isEqualTo(401);
    assertThat(
            SocketClient.rejection(
                address(""), Map.of(), List.of("gazeshift", "bearer." + TOKEN + "x")))
        .isEqualTo(401);
    assertThat(
            SocketClient.rejection(
                address(""),
                Map.of("Origin", "https://evil.example"),
                List.of("gazeshift", "bearer." + TOKEN)))
        .isEqualTo(403);
    assertThat(
            SocketClient.rejection(
                address("?kind=pictures"), Map.of("Authorization", "Bearer " + TOKEN), List.of()))
        .isEqualTo(400);
    assertThat(registry.get("gazeshift.stream.clients").gauge().value()).isZero();

    try (SocketClient browser = socket("");
        SocketClient program =
            SocketClient.connect(
                address(""), Map.of("Authorization", "Bearer " + TOKEN), List.of())) {
      browser.await("open");
      program.await("open");
      assertThat(browser.protocol()).as("never the token").isEqualTo("gazeshift");
      assertThat(program.protocol()).isEmpty();
    }
  }

  @Test
  void webSocketsAreToldThatTheServerStopsAndNoneHoldsItUp() throws Exception {
    try (Socket stuck = unread(WEB_SOCKET);
        SocketClient client = socket("")) {
      client.await("open");
      await()
          .atMost(LONG)
          .until(() -> registry.get("gazeshift.stream.clients").gauge().value() == 2);
      stream.close();
      server.close();
      await().atMost(LONG).until(() -> client.closed().equals("1001 the server is stopping"));
      stuck.setSoTimeout((int) LONG.toMillis());
      stuck.getInputStream().readAllBytes();
    }
  }

  /** As a browser does it, which sends no headers. */
  private SocketClient socket(String query) throws Exception {
    return SocketClient.connect(address(query), Map.of(), List.of("gazeshift", "bearer." + TOKEN));
  }

  private URI address(String query) {
    return URI.create(
        server.url().replaceFirst("http", "ws") + EventStream.PATH.substring(1) + query);
  }

  private static void assertValid(SocketClient socket) throws Exception {
    var schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(schemaOf("message"));
    assertThat(socket.messages())
        .allSatisfy(message -> assertThat(schema.validate(message)).as("" + message).isEmpty());
  }

  private static String schemaOf(String name) throws IOException {
    return Files.readString(SCHEMA).replaceFirst("\\{", "{\"\\$ref\":\"#/\\$defs/" + name + "\",");
  }

  @Test
  void thePythonClientReadsIt() throws Exception {
    RequiredTools.tool("python", Files.isExecutable(PYTHON), "no " + PYTHON + " here");
    Process unit = python("-m", "unittest", "discover", "-s", "tests", "-t", ".");
    String said = new String(unit.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(unit.waitFor()).as(said).isZero();

    Process live = python("-m", "tests.live", server.url(), TOKEN, "3");
    try (KafkaProducer<String, byte[]> producer = BROKER.producer()) {
      await()
          .atMost(LONG)
          .until(
              () -> {
                send(producer, prediction("right", 1));
                send(producer, prediction("left", 1));
                return !live.isAlive();
              });
      String read = new String(live.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(read.lines())
          .containsExactly("connecting", "left 1 -12.000", "left 1 -12.000", "left 1 -12.000");
    } finally {
      live.destroyForcibly();
    }
  }

  @Test
  void thePythonClientReadsKafka() throws Exception {
    RequiredTools.tool("python", Files.isExecutable(PYTHON), "no " + PYTHON + " here");
    RequiredTools.tool(
        "python-kafka",
        python("-c", "import confluent_kafka, google.protobuf").waitFor() == 0,
        PYTHON + " has no confluent_kafka or protobuf");
    try (KafkaProducer<String, byte[]> producer = transactions()) {
      commit(producer, prediction("python", 1), prediction("python", 2), prediction("other", 1));
      producer.beginTransaction();
      send(producer, prediction("python", 3));
      producer.flush();
      producer.abortTransaction();
      commit(producer, prediction("python", 4), glance("python", "mirror"));
    }
    assertThat(readKafka("", "4"))
        .containsExactlyInAnyOrder(
            "python 1 -12.000 None",
            "python 2 -12.000 None",
            "python 4 -12.000 None",
            "python glance mirror 0.500");
    assertThat(readKafka("some-group", "2"))
        .containsExactly("python 1 -12.000 None", "python 2 -12.000 None");
    assertThat(readKafka("some-group", "2"))
        .as("the second one was not handled to its end")
        .containsExactly("python 2 -12.000 None", "python 4 -12.000 None");
  }

  private List<String> readKafka(String group, String count) throws Exception {
    Process reading = python("-m", "tests.live_kafka", BROKER.bootstrap(), "python", group, count);
    try {
      assertThat(reading.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
      String said = new String(reading.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(reading.exitValue()).as(said).isZero();
      return said.lines().toList();
    } finally {
      reading.destroyForcibly();
    }
  }

  /** With the descriptor that is otherwise made when the package is built. */
  private Process python(String... arguments) throws IOException {
    Path descriptor =
        Files.write(
            directory.resolve("gaze.desc"),
            FileDescriptorSet.newBuilder()
                .addFile(GazePrediction.getDescriptor().getFile().toProto())
                .build()
                .toByteArray());
    List<String> command = new ArrayList<>(List.of(PYTHON.toString(), "-B"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(Path.of("../python").toFile())
            .redirectErrorStream(true);
    builder.environment().put("GAZE_DESCRIPTOR", descriptor.toAbsolutePath().toString());
    return builder.start();
  }

  @Test
  void clientsThatHaveGoneAreForgotten() throws Exception {
    try (KafkaProducer<String, byte[]> producer = BROKER.producer()) {
      try (Client client = new Client("")) {
        client.awaitOpen();
      }
      await()
          .atMost(LONG)
          .until(
              () -> {
                send(producer, prediction("left", 1));
                return registry.get("gazeshift.stream.clients").gauge().value() == 0;
              });
    }
  }

  private int status(String query, String token) throws Exception {
    return get(query, token).statusCode();
  }

  private HttpResponse<InputStream> get(String query, String token) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.url() + EventStream.PATH.substring(1) + query))
            .header("Authorization", "Bearer " + token)
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofInputStream());
  }

  /** A client that asks and then reads nothing. */
  private Socket unread(String headers) throws Exception {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    socket.connect(
        new InetSocketAddress(
            InetAddress.getLoopbackAddress(), URI.create(server.url()).getPort()));
    socket
        .getOutputStream()
        .write(
            "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n%s\r\n"
                .formatted(EventStream.PATH, TOKEN, headers)
                .getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static KafkaProducer<String, byte[]> transactions() {
    KafkaProducer<String, byte[]> producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                BROKER.bootstrap(),
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                "test"),
            new StringSerializer(),
            new ByteArraySerializer());
    producer.initTransactions();
    return producer;
  }

  private static void send(
      KafkaProducer<String, byte[]> producer, ProducerRecord<String, byte[]> record) {
    var unused = producer.send(record);
  }

  private static ProducerRecord<String, byte[]> prediction(String camera, long frame) {
    GazePrediction prediction =
        GazePrediction.newBuilder()
            .setIdentity(
                FaceIdentity.newBuilder()
                    .setCamera(camera)
                    .setDomain("lab")
                    .setCaptureSession(-1)
                    .setFrameSeq(frame)
                    .setCaptureMicros(Micros.of(Instant.now())))
            .setNormalised(Gaze.ofDegrees(1, 2).toMessage())
            .setCamera(Gaze.ofDegrees(3, -12).toMessage())
            .addAllOrigin(List.of(1.5, 2.5, 600.0))
            .build();
    return new ProducerRecord<>(
        Topics.PREDICTIONS.name(), camera, RecordType.GAZE_PREDICTION.encode(prediction));
  }

  private static ProducerRecord<String, byte[]> glance(String camera, String target) {
    long now = Micros.of(Instant.now());
    FaceEvent event =
        FaceEvent.newBuilder()
            .setCamera(camera)
            .setDomain("lab")
            .setStartMicros(now - 500_000)
            .setEndMicros(now)
            .setGlance(
                FaceEvent.Glance.newBuilder().setTarget(target).setArrivedMicros(now - 400_000))
            .build();
    return new ProducerRecord<>(
        Topics.EVENTS.name(), camera + "@0", RecordType.FACE_EVENT.encode(event));
  }

  /** Reads events on a thread of its own. */
  private final class Client implements AutoCloseable {

    final List<Event> events = new CopyOnWriteArrayList<>();
    private final HttpResponse<InputStream> answer;
    private final Thread thread = new Thread(this::read, "reads-events");

    Client(String query) throws Exception {
      answer = get(query, TOKEN);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/event-stream");
      thread.start();
    }

    private void read() {
      ObjectMapper mapper = new ObjectMapper();
      String name = "";
      String id = "";
      try (Stream<String> lines =
          new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))
              .lines()) {
        for (String line : (Iterable<String>) lines::iterator) {
          if (line.startsWith("event: ")) {
            name = line.substring("event: ".length());
          } else if (line.startsWith("id: ")) {
            id = line.substring("id: ".length());
          } else if (line.startsWith("data: ")) {
            events.add(new Event(name, id, mapper.readTree(line.substring("data: ".length()))));
          }
        }
      } catch (IOException | UncheckedIOException e) {
        // The test has closed it.
        assertThat(e).isNotNull();
      }
    }

    void awaitOpen() {
      await().atMost(LONG).until(() -> !events.isEmpty() && events.get(0).name().equals("open"));
    }

    List<String> names() {
      return events.stream().map(Event::name).toList();
    }

    List<String> frames() {
      return events.stream()
          .filter(event -> event.name().equals("prediction"))
          .map(event -> event.data().get("camera").asText() + " " + event.data().get("frameSeq"))
          .toList();
    }

    long newest() {
      JsonNode last = events.get(events.size() - 1).data();
      return last.path("frameSeq").asLong(-1);
    }

    void assertValid() throws Exception {
      for (String name : List.of("open", "prediction", "event", "dropped", "resumed")) {
        var known =
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(schemaOf(name));
        for (Event event : events) {
          if (event.name().equals(name)) {
            assertThat(known.validate(event.data())).as(event.toString()).isEmpty();
          }
        }
      }
    }

    @Override
    public void close() throws Exception {
      answer.body().close();
      thread.join(LONG.toMillis());
    }
  }
}
