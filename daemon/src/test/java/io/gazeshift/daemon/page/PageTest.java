package io.gazeshift.daemon.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gazeshift.common.UserError;
import io.gazeshift.common.http.HttpServer;
import io.gazeshift.common.http.ListenAddress;
import io.gazeshift.common.http.Route;
import io.gazeshift.common.http.Routes;
import io.gazeshift.common.http.TokenCheck;
import io.gazeshift.common.http.TokenFile;
import io.gazeshift.common.http.TokenRateLimiter;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.ops.Health;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.inference.swap.HeadVerifier;
import io.gazeshift.ingest.preview.CameraPictures;
import io.gazeshift.ingest.preview.FrameView;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CaptureClock;
import io.gazeshift.ingest.source.Pacer;
import io.gazeshift.ingest.synthetic.SyntheticCamera;
import io.gazeshift.ingest.synthetic.SyntheticScene;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page's routes on a real server; nothing here reaches a broker. */
class PageTest {

  private static final String TOKEN = "correct-horse-battery-staple";

  private final HttpClient client = HttpClient.newHttpClient();
  private final Health health = new Health();
  private final CameraPictures pictures =
      new CameraPictures(name -> name.equals("lab"), CaptureClock.system());
  private static final String SETTING = "http.admin-token-file";

  private final TokenRateLimiter guesses = new TokenRateLimiter(System::nanoTime);
  private Path reports;
  private HttpServer server;

  @BeforeEach
  void open(@TempDir Path directory) throws IOException {
    reports = Files.createDirectories(directory.resolve("reports"));
    Path token = Files.writeString(directory.resolve("token"), TOKEN + "\n");
    GazeshiftConfig config =
        GazeshiftConfig.load(Optional.empty(), Map.of("HOME", directory.toString()), List.of());
    Page page =
        new Page(
            health,
            () -> Optional.of(Fixture.snapshot()),
            pictures,
            new ReportFolder(reports),
            new ModelAdmin(
                config,
                new KafkaAccess("127.0.0.1:1", Map.of()),
                () -> HeadVerifier.ofAnyBackbone(TrustedKeys.none()),
                InstantSource.system()),
            Optional.empty());
    Map<String, Route> routes = new HashMap<>(page.routes());
    routes.put("/api/admin/echo", route(Optional.of(TokenFile.in(SETTING, token))));
    server =
        HttpServer.start("http.listen", new ListenAddress(Optional.empty(), 0), new Routes(routes));
  }

  private Route route(Optional<TokenFile> token) {
    return new AdminRoute(
        "echo", token.map(file -> new TokenCheck("admin", List.of(file), guesses)), PageTest::echo);
  }

  private static String echo(AdminOrder order) {
    if (order.domain().equals("none")) {
      throw new UserError("no such domain");
    }
    return order.summary("%s to %s".formatted(order.domain(), order.version().orElse(-1)));
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void thePageLoadsNothingFromElsewhere() throws Exception {
    HttpResponse<String> page = get("");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Security-Policy"))
        .hasValueSatisfying(
            policy ->
                assertThat(policy)
                    .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe"));
    for (String name :
        List.of("", "page/page.css", "page/page.js", "page/charts.js", "page/targets.js")) {
      String text = get(name).body();
      assertThat(text.replace("http://www.w3.org/2000/svg", ""))
          .doesNotContain("http:", "https:", "@import", "url(");
    }
    assertThat(get("page/../../etc/passwd").statusCode()).isEqualTo(400);
    assertThat(get("page/").statusCode()).isEqualTo(404);
  }

  @Test
  void whatIsGoingOnIsToldWithTheHealth() throws Exception {
    health.ready("broker", () -> Optional.of("is away"));
    JsonNode live = new JsonMapper().readTree(get("api/live").body());
    assertThat(live.path("admin").asBoolean()).isFalse();
    assertThat(live.at("/health/ready/checks/broker/reason").asText()).isEqualTo("is away");
    assertThat(live.path("problem").asText()).isEqualTo("not authorized");
    JsonNode camera = live.path("cameras").get(0);
    assertThat(camera.path("id").asText()).isEqualTo("lab");
    assertThat(camera.path("picture").asBoolean()).isFalse();
    assertThat(camera.at("/faces/0/predicted").toString()).isEqualTo("[-3.14,12.5]");
    assertThat(camera.at("/faces/0/sigma").asDouble()).isEqualTo(8.25);
    assertThat(camera.at("/faces/0/target").asText()).isEqualTo("monitor");
    assertThat(camera.at("/faces/0/probability").asDouble()).isEqualTo(0.64);
    assertThat(camera.at("/faces/0/look/targets").toString())
        .isEqualTo("[[\"monitor\",0.641],[\"keyboard\",0.1]]");
    assertThat(camera.at("/faces/0/look/elsewhere").asDouble()).isEqualTo(0.259);
    assertThat(camera.at("/faces/0/look/hits").toString())
        .isEqualTo("[[\"monitor\",120.12,80.0,45.0]]");
    assertThat(camera.at("/timelines/0/events/0/0").asText()).isEqualTo("glance");
    assertThat(camera.at("/timelines/0/events/0/3").asText()).isEqualTo("monitor");
    assertThat(camera.at("/timelines/0/away").toString())
        .isEqualTo("{\"now\":1.5,\"minute\":12.0,\"seen\":60.0}");
    JsonNode domain = live.path("domains").get(0);
    assertThat(domain.at("/targets/shares").toString()).isEqualTo("[[\"monitor\",31.26]]");
    JsonNode screen = domain.at("/targets/screens/0");
    assertThat(screen.path("pixels").toString()).isEqualTo("[1920,1080]");
    assertThat(screen.path("columns").asInt() * screen.path("rows").asInt()).isEqualTo(2);
    assertThat(Base64.getDecoder().decode(screen.path("levels").asText()))
        .isEqualTo(new byte[] {0, -1});
    assertThat(domain.at("/targets/alerts/0/rule").asText()).isEqualTo("eyes-off-road");
    assertThat(domain.at("/targets/alerts/0/value").asDouble()).isEqualTo(2.25);
    assertThat(domain.at("/error/degrees").asDouble()).isEqualTo(3.2);
    assertThat(domain.at("/error/shrunk").isNull()).as("no number").isTrue();
    assertThat(domain.at("/history/0/1").asDouble()).isEqualTo(3.2);
    assertThat(live.at("/events/0").has("report")).as("not on this machine").isFalse();
    Files.writeString(reports.resolve("run-1.html"), "<h1>run</h1>");
    assertThat(new JsonMapper().readTree(anew("api/live")).at("/events/0/report").asText())
        .isEqualTo("run-1.html");
  }

  /** What is told is the same for a moment. */
  private String anew(String path) throws Exception {
    String before = get(path).body();
    String now = before;
    while (now.equals(before)) {
      now = get(path).body();
    }
    return now;
  }

  @Test
  void aPictureIsThereForACameraThatMayBeShownAndForNoOther() throws Exception {
    try (SyntheticCamera camera = new SyntheticCamera(SyntheticScene.LAB, 1, Pacer.unpaced(30, 0));
        CameraFrame frame = CameraFrame.of(camera.intrinsics());
        FrameView view = pictures.open("lab", camera.intrinsics());
        FrameView hidden = pictures.open("door", camera.intrinsics())) {
      camera.read(frame);
      Future<HttpResponse<byte[]>> asked =
          CompletableFuture.supplyAsync(() -> bytes("camera/lab.jpg?1"));
      while (!asked.isDone()) {
        view.begin(frame.bgr());
        hidden.begin(frame.bgr());
      }
      assertThat(asked.get().statusCode()).isEqualTo(200);
      assertThat(asked.get().headers().firstValue("Content-Type")).hasValue("image/jpeg");
      assertThat(asked.get().body()).startsWith(0xff, 0xd8);
      JsonNode live = new JsonMapper().readTree(get("api/live").body());
      assertThat(live.at("/cameras/0/faces/0/arrow")).hasSize(4);
      for (String other : List.of("door.jpg", "nowhere.jpg", "lab", "%2e%2e/lab.jpg", "lab.png")) {
        assertThat(get("camera/" + other).statusCode()).as(other).isIn(400, 404);
      }
      assertThat(get("camera/door.jpg").body()).contains("ingest.preview is off");
    }
  }

  @Test
  void onlyReportsAreServedFromTheirFolder() throws Exception {
    Files.writeString(reports.resolve("run-1.html"), "<h1>run</h1>");
    Files.writeString(reports.resolve("run-1.json"), "{}");
    Files.writeString(reports.resolve(".hidden.html"), "x");
    Files.writeString(reports.resolveSibling("outside.html"), "secret");
    Files.createSymbolicLink(reports.resolve("link.html"), reports.resolveSibling("outside.html"));
    HttpResponse<String> report = get("report/run-1.html");
    assertThat(report.body()).isEqualTo("<h1>run</h1>");
    assertThat(report.headers().firstValue("Content-Security-Policy"))
        .hasValueSatisfying(policy -> assertThat(policy).contains("default-src 'none'", "sandbox"));
    for (String other :
        List.of(
            "run-1.json",
            ".hidden.html",
            "link.html",
            "..%2foutside.html",
            "%2e%2e%2foutside.html",
            "..%5coutside.html",
            "run-1.html%00.html",
            "none.html")) {
      assertThat(get("report/" + other).statusCode()).as(other).isIn(400, 404);
    }
    assertThat(raw("GET /report/../outside.html HTTP/1.1")).matches("(?s)HTTP/1.1 40[04] .*");
    assertThat(raw("GET /report/..//outside.html HTTP/1.1")).matches("(?s)HTTP/1.1 40[04] .*");
  }

  @Test
  void aDomainWithoutANameHasNoVersions() throws Exception {
    assertThat(get("api/models").statusCode()).isEqualTo(400);
    assertThat(get("api/models?domain=a%2Fb").statusCode()).isEqualTo(400);
    assertThat(get("api/models?name=lab").statusCode()).isEqualTo(400);
  }

  @Test
  void whereNoTokenIsConfiguredNothingCanBeChanged() throws Exception {
    for (String action : List.of("rollback", "pin", "unpin", "adapt")) {
      HttpResponse<String> answer = post("api/admin/" + action, TOKEN, "{\"domain\":\"lab\"}");
      assertThat(answer.statusCode()).isEqualTo(403);
      assertThat(answer.body()).contains("http.admin-token-file");
    }
  }

  @Test
  void aRequestWithTheTokenIsAccepted() throws Exception {
    HttpResponse<String> answer =
        post("api/admin/echo", TOKEN, "{\"domain\":\"lab\",\"version\":3,\"reason\":\"glasses\"}");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("{\"done\":\"lab to 3: glasses\"}");
    HttpResponse<String> refused = post("api/admin/echo", TOKEN, "{\"domain\":\"none\"}");
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("no such domain");
    assertThat(get("api/admin/echo").statusCode()).isEqualTo(405);
  }

  @Test
  void aClientThatGuessesMustWaitEvenWithTheToken() throws Exception {
    assertThat(post("api/admin/echo", null, "{\"domain\":\"lab\"}").statusCode()).isEqualTo(401);
    for (int i = 0; i < TokenRateLimiter.FREE; i++) {
      HttpResponse<String> wrong = post("api/admin/echo", TOKEN + i, "{\"domain\":\"lab\"}");
      assertThat(wrong.statusCode()).isEqualTo(401);
      assertThat(wrong.body()).doesNotContain(TOKEN);
    }
    HttpResponse<String> right = post("api/admin/echo", TOKEN, "{\"domain\":\"lab\"}");
    assertThat(right.statusCode()).isEqualTo(429);
    assertThat(right.headers().firstValue("Retry-After")).hasValue("30");
  }

  @Test
  void anOrderIsSmallAndJsonAndWellFormed() throws Exception {
    String large = "{\"domain\":\"lab\",\"reason\":\"%s\"}".formatted("x".repeat(5000));
    assertThat(post("api/admin/echo", TOKEN, large).statusCode()).isEqualTo(413);
    HttpRequest text =
        order("api/admin/echo", TOKEN, "{\"domain\":\"lab\"}")
            .setHeader("Content-Type", "text/plain")
            .build();
    assertThat(client.send(text, BodyHandlers.ofString()).statusCode()).isEqualTo(415);
    for (String bad :
        List.of(
            "",
            "no JSON",
            "[]",
            "{}",
            "{\"domain\":\"../lab\"}",
            "{\"domain\":\"lab\",\"version\":-1}",
            "{\"domain\":\"lab\",\"version\":\"3\"}",
            "{\"domain\":\"lab\",\"version\":99999999999999999999}",
            "{\"domain\":\"lab\",\"reason\":\"a\\nb\"}",
            "{\"domain\":\"lab\",\"more\":1}")) {
      assertThat(post("api/admin/echo", TOKEN, bad).statusCode()).as(bad).isEqualTo(400);
    }
  }

  @Test
  void anotherOriginGetsNoAnswer() throws Exception {
    String order = "{\"domain\":\"lab\"}";
    for (String origin : List.of("http://evil.example", "http://localhost:1", "null")) {
      assertThat(postFrom(origin, order)).as(origin).startsWith("HTTP/1.1 403");
    }
    assertThat(postFrom(server.url().replaceFirst("/$", ""), order)).startsWith("HTTP/1.1 200");
    assertThat(raw("OPTIONS /api/admin/echo HTTP/1.1"))
        .startsWith("HTTP/1.1 405")
        .doesNotContain("Access-Control");
  }

  @Test
  void aTokenThatIsTooWeakIsRejected(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("token");
    assertThatThrownBy(() -> TokenFile.in(SETTING, file))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("http.admin-token-file")
        .hasMessageContaining("cannot read");
    for (String weak : List.of("", "short", "with spaces in the middle of it")) {
      Files.writeString(file, weak);
      assertThatThrownBy(() -> TokenFile.in(SETTING, file)).hasMessageContaining("has no token");
    }
    Files.writeString(file, TOKEN);
    TokenFile token = TokenFile.in(SETTING, file);
    Files.writeString(file, "another-token-as-long");
    assertThat(token.is(TOKEN)).as("it was replaced").isFalse();
    assertThat(token.is("another-token-as-long")).isTrue();
  }

  @Test
  void aPauseGivesOneMoreTry() {
    long[] now = {0};
    TokenRateLimiter slow = new TokenRateLimiter(() -> now[0]);
    for (int i = 0; i < TokenRateLimiter.FREE; i++) {
      assertThat(slow.mustWait("a")).isFalse();
      slow.wrong("a");
    }
    assertThat(slow.mustWait("a")).isTrue();
    assertThat(slow.mustWait("b")).isFalse();
    now[0] = TokenRateLimiter.PAUSE.toNanos() + 1;
    assertThat(slow.mustWait("a")).isFalse();
    slow.wrong("a");
    assertThat(slow.mustWait("a")).isTrue();
    now[0] *= 2;
    now[0]++;
    slow.right("a");
    slow.wrong("a");
    assertThat(slow.mustWait("a")).isFalse();
  }

  private HttpResponse<String> get(String path) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(server.url() + path)).build(), BodyHandlers.ofString());
  }

  private HttpResponse<byte[]> bytes(String path) {
    try {
      return client.send(
          HttpRequest.newBuilder(URI.create(server.url() + path)).build(),
          BodyHandlers.ofByteArray());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private HttpResponse<String> post(String path, String token, String body) throws Exception {
    return client.send(order(path, token, body).build(), BodyHandlers.ofString());
  }

  private HttpRequest.Builder order(String path, String token, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.url() + path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body));
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  private String postFrom(String origin, String body) throws IOException {
    return raw(
        "POST /api/admin/echo HTTP/1.1\r\nOrigin: %s\r\nAuthorization: Bearer %s\r\n"
                .formatted(origin, TOKEN)
            + "Content-Type: application/json\r\nContent-Length: %d".formatted(body.length()),
        body);
  }

  private String raw(String head) throws IOException {
    return raw(head, "");
  }

  private String raw(String head, String body) throws IOException {
    URI url = URI.create(server.url());
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), url.getPort());
        InputStream in = socket.getInputStream()) {
      socket
          .getOutputStream()
          .write(
              "%s\r\nHost: %s\r\nConnection: close\r\n\r\n%s"
                  .formatted(head, url.getAuthority(), body)
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
  }
}
