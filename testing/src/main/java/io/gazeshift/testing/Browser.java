package io.gazeshift.testing;

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
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A headless Chromium that shows one page, driven through its debugging protocol. */
public final class Browser implements AutoCloseable {

  private static final JsonMapper JSON = new JsonMapper();

  private final Process process;
  private final WebSocket socket;
  private final BlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();
  private final Queue<String> complaints = new ConcurrentLinkedQueue<>();
  private int calls;
  private boolean phone;

  private Browser(Process process, URI debugger) {
    this.process = process;
    this.socket =
        HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(debugger, new Answers()).join();
  }

  /** Where it is installed; ends the test where it is not. */
  public static Path needed() {
    Optional<Path> installed = installed();
    RequiredTools.tool(
        "chromium",
        installed.isPresent(),
        "Chromium is not installed (Debian: apt-get install chromium)");
    return installed.orElseThrow();
  }

  private static Optional<Path> installed() {
    return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst();
  }

  public static Browser open(Path program, Path profile, String url) throws IOException {
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
                    "--disable-extensions",
                    "--disable-component-update",
                    "--disable-background-networking",
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
  public String evaluate(String expression) {
    ObjectNode parameters = JSON.createObjectNode();
    parameters.put("expression", expression).put("userGesture", true);
    return call("Runtime.evaluate", parameters).at("/result/result/value").asText();
  }

  /**
   * Presses and releases the mouse, or on a phone a finger, in the middle of the first such
   * element, scrolled to.
   */
  public void click(String selector) {
    String[] middle =
        evaluate(
                """
                (() => {
                  const it = document.querySelector('%s');
                  it.scrollIntoView({ block: 'center', behavior: 'instant' });
                  const at = it.getBoundingClientRect();
                  return (at.x + at.width / 2) + ' ' + (at.y + at.height / 2);
                })()
                """
                    .formatted(selector))
            .split(" ", -1);
    double x = Double.parseDouble(middle[0]);
    double y = Double.parseDouble(middle[1]);
    if (phone) {
      tap(x, y);
      return;
    }
    for (String type : List.of("mousePressed", "mouseReleased")) {
      call(
          "Input.dispatchMouseEvent",
          JSON.createObjectNode()
              .put("type", type)
              .put("x", x)
              .put("y", y)
              .put("button", "left")
              .put("clickCount", 1));
    }
  }

  private void tap(double x, double y) {
    ObjectNode start = JSON.createObjectNode().put("type", "touchStart");
    start.putArray("touchPoints").addObject().put("x", x).put("y", y);
    call("Input.dispatchTouchEvent", start);
    ObjectNode end = JSON.createObjectNode().put("type", "touchEnd");
    end.putArray("touchPoints");
    call("Input.dispatchTouchEvent", end);
  }

  /** As if typed where the cursor is. */
  public void type(String text) {
    call("Input.insertText", JSON.createObjectNode().put("text", text));
  }

  /** Loads the page anew and notes from then on what it complains about. */
  public void reloadNoting() {
    call("Runtime.enable", JSON.createObjectNode());
    call("Log.enable", JSON.createObjectNode());
    complaints.clear();
    call("Page.reload", JSON.createObjectNode());
  }

  /** Errors that the page's scripts and the browser have told on the console. */
  public List<String> complaints() {
    return List.copyOf(complaints);
  }

  /** Shows the page on a screen of this size. */
  public void resize(int width, int height) {
    show(width, height, 1, false);
  }

  /** Shows the page as a phone does: upright, two dots for each pixel, and for fingers. */
  public void becomePhone(int width, int height) {
    phone = true;
    show(width, height, 2, true);
    call(
        "Emulation.setTouchEmulationEnabled",
        JSON.createObjectNode().put("enabled", true).put("maxTouchPoints", 1));
  }

  private void show(int width, int height, int dotsPerPixel, boolean mobile) {
    call(
        "Emulation.setDeviceMetricsOverride",
        JSON.createObjectNode()
            .put("width", width)
            .put("height", height)
            .put("deviceScaleFactor", dotsPerPixel)
            .put("mobile", mobile));
  }

  /** Writes the whole page, as far as it can be scrolled, as PNG. */
  public void photograph(Path png) throws IOException {
    JsonNode answer =
        call("Page.captureScreenshot", JSON.createObjectNode().put("captureBeyondViewport", true));
    Files.createDirectories(png.getParent());
    Files.write(png, answer.at("/result/data").binaryValue());
  }

  private JsonNode call(String method, ObjectNode parameters) {
    ObjectNode call = JSON.createObjectNode().put("id", ++calls).put("method", method);
    call.set("params", parameters);
    socket.sendText(call.toString(), true).join();
    try {
      while (true) {
        JsonNode answer = answers.poll(30, TimeUnit.SECONDS);
        if (answer == null) {
          throw new AssertionError("the browser does not answer");
        }
        if (answer.path("id").asInt() == calls) {
          return answer;
        }
      }
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
        take(text.toString());
        text.setLength(0);
      }
      from.request(1);
      return null;
    }

    private void take(String message) {
      try {
        JsonNode node = JSON.readTree(message);
        if (node.has("id")) {
          answers.add(node);
        } else if (isComplaint(node)) {
          complaints.add(node.path("params").toString());
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static boolean isComplaint(JsonNode event) {
      return switch (event.path("method").asText()) {
        case "Runtime.exceptionThrown" -> true;
        case "Runtime.consoleAPICalled" -> event.at("/params/type").asText().equals("error");
        case "Log.entryAdded" -> event.at("/params/entry/level").asText().equals("error");
        default -> false;
      };
    }
  }
}
