package io.gazeshift.daemon.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.common.http.Answer;
import io.gazeshift.common.http.HttpServer;
import io.gazeshift.common.http.ListenAddress;
import io.gazeshift.common.http.Route;
import io.gazeshift.common.http.Routes;
import io.gazeshift.common.http.TokenCheck;
import io.gazeshift.daemon.config.HttpConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokensTest {

  private static final String ADMIN = "may-change-everything";
  private static final String READ = "may-read-the-stream";
  private static final ListenAddress ANY_PORT = new ListenAddress(Optional.empty(), 0);

  @TempDir Path directory;

  private HttpServer server;

  @BeforeEach
  void start() throws Exception {
    Tokens tokens =
        Tokens.of(
            new HttpConfig(
                Optional.of(ANY_PORT),
                Optional.of(Files.writeString(directory.resolve("admin"), ADMIN)),
                Optional.of(Files.writeString(directory.resolve("read"), READ)),
                List.of(),
                List.of(),
                true));
    server =
        HttpServer.start(
            "http.listen",
            ANY_PORT,
            new Routes(
                Map.of(
                    "/change", guarded(tokens.admin().orElseThrow()),
                    "/read", guarded(tokens.read().orElseThrow()))));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void theReadTokenAllowsReadingAlone() throws Exception {
    assertThat(status("read", READ)).isEqualTo(200);
    assertThat(status("change", READ)).isEqualTo(401);
  }

  @Test
  void theAdminTokenAllowsBoth() throws Exception {
    assertThat(status("read", ADMIN)).isEqualTo(200);
    assertThat(status("change", ADMIN)).isEqualTo(200);
  }

  @Test
  void aTokenAsTheProtocolOfAWebSocketCountsForWebSocketsOnly() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.url() + "read"))
            .header("Sec-WebSocket-Protocol", "gazeshift, bearer." + READ)
            .build();
    assertThat(HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode())
        .isEqualTo(401);
  }

  private static Route guarded(TokenCheck check) {
    return exchange ->
        exchange.send(check.refusal(exchange).orElseGet(() -> Answer.text(200, "done\n")));
  }

  private int status(String path, String token) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.url() + path))
            .header("Authorization", "Bearer " + token)
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
  }
}
