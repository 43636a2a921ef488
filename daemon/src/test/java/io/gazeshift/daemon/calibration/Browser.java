package io.gazeshift.daemon.calibration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A headless Chromium that shows one page, driven through its debugging protocol. */
final class Browser implements AutoCloseable {

  private static final JsonMapper JSON = new JsonMapper();

  private final Process process;
  private final WebSocket socket;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private int calls;

  private Browser(Process process, URI debugger) {
    this.process = process;
    this.socket =
        HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(debugger, new Answers()).join();
  }

  /** Where it is installed, if it is. */
  static Optional<Path> installed() {
    return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst();
  }

  static Browser open(Path program, Path profile, String url) throws IOException {
    Process process =
        new ProcessBuilder(
                List.of(
                    program.toString(),
                    "--headless=new",
                    "--no-sandbox",
                    "--disable-gpu",
                    // Else a warning about the sandbox takes room on the page.
                    "--test-type",
                    "--no-first-run",
                    "--remote-debugging-port=0",
                    "--remote-allow-origins=*",
                    "--user-data-dir=" + profile,
                    "--window-size=800,600",
                    url))
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("chromium.log").toFile())
            .start();
    try {
      Path portFile = profile.resolve("DevToolsActivePort");
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> Files.exists(portFile) && Files.readAllLines(portFile).size() == 2);
      String list = "http://127.0.0.1:%s/json/list".formatted(Files.readAllLines(portFile).get(0));
      URI debugger =
          Awaitility.await()
              .ignoreExceptions()
              .atMost(Duration.ofMinutes(1))
              .until(() -> pageAt(list, url), found -> found != null);
      return new Browser(process, debugger);
    } catch (RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private static URI pageAt(String list, String url) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(list)).build();
    String pages = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    for (JsonNode page : JSON.readTree(pages)) {
      if (page.path("url").asText().equals(url)) {
        return URI.create(page.get("webSocketDebuggerUrl").asText());
      }
    }
    return null;
  }

  /** What an expression gives, as if the user had clicked. */
  String evaluate(String expression) {
    ObjectNode call = JSON.createObjectNode().put("id", ++calls).put("method", "Runtime.evaluate");
    call.putObject("params").put("expression", expression).put("userGesture", true);
    socket.sendText(call.toString(), true).join();
    try {
      while (true) {
        String text = answers.poll(30, TimeUnit.SECONDS);
        if (text == null) {
          throw new AssertionError("the browser does not answer");
        }
        JsonNode answer = JSON.readTree(text);
        if (answer.path("id").asInt() == calls) {
          return answer.at("/result/result/value").asText();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    socket.abort();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.onExit().join();
  }

  private final class Answers implements WebSocket.Listener {

    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        answers.add(text.toString());
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }
}
