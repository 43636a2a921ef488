package io.gazeshift.trials;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.FaceModels;
import io.gazeshift.trials.harness.Fault;
import io.gazeshift.trials.harness.Plan;
import io.gazeshift.trials.harness.RawHttp;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.Service;
import io.gazeshift.trials.harness.Site;
import io.gazeshift.trials.harness.TrialResult;
import io.gazeshift.trials.harness.Vitals;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** Somebody who can reach the ports and may not get in. */
final class Intruder implements Fault {

  private static final String CAMERA = "lobby";
  private static final String REPORT = "run-1.html";

  /** They may answer with anything that is not a secret. */
  private static final List<String> OPEN =
      List.of(
          "/",
          "/metrics",
          "/healthz",
          "/readyz",
          "/api/live",
          "/api/models",
          "/api/models?domain=" + CAMERA,
          "/page/page.js",
          "/page/icon.svg",
          "/camera/" + CAMERA + ".jpg",
          "/report/" + REPORT);

  /** Below these there are files, and nothing that may be listed or left. */
  private static final List<String> FOLDERS = List.of("/page", "/camera", "/report");

  private static final int SLOW_CLIENTS = 100;
  private static final Duration SLOW_FOR = Duration.ofSeconds(12);

  /** Cameras and Kafka's connections come and go, too; of these clients hardly any may stay. */
  private static final int LEFT_BEHIND = SLOW_CLIENTS / 5;

  private static final int CLIENTS = 8;
  private static final Duration ANSWERED = Duration.ofMinutes(2);
  private static final int HUGE_BYTES = 50 << 20;
  private static final double MAY_GROW_MIB = 200;

  @Override
  public String name() {
    return "intruder";
  }

  @Override
  public List<TrialResult> inflict(Plan plan) throws Exception {
    try (Site site = Site.open(plan.directory(name()))) {
      Secrecy secrecy = new Secrecy(FaceModels.fetch(plan.directory("faces")));
      List<String> settings = new ArrayList<>(Site.drawnCamera(0, CAMERA, 5));
      settings.addAll(secrecy.settings());
      settings.add("adapt.report-dir=" + reports(site.home()));
      settings.add("http.admin-token-file=" + tokenFile(site.home()));
      settings.add("ingest.preview=0");
      Service run = site.role("run", "run", settings.toArray(String[]::new));
      run.start();
      RawHttp http = new RawHttp(run.url());
      return List.of(
          fuzz(plan, run, http),
          new Tokens(http, Secrecy.TOKEN).row(),
          oversized(run, http),
          slowloris(run, http),
          secrecy.row(site, run, http, settings),
          TrialResult.notRun(
              "intruder: known holes of the libraries",
              "OWASP's and similar checks need a database from the internet; the profile sbom"
                  + " writes what to check"));
    }
  }

  /** One to be read, and beside the directory and by a link in it one that is not. */
  private static Path reports(Path home) throws IOException {
    Path directory = Files.createDirectories(home.resolve("reports"));
    Files.writeString(directory.resolve(REPORT), "<p>a report</p>");
    Path hidden = Files.writeString(home.resolve("private.html"), HttpFuzz.PRIVATE);
    Files.createSymbolicLink(directory.resolve("link.html"), hidden);
    return directory;
  }

  private static Path tokenFile(Path home) throws IOException {
    return Files.writeString(home.resolve("token"), Secrecy.TOKEN);
  }

  private static TrialResult fuzz(Plan plan, Service run, RawHttp http) throws Exception {
    Checks checks = new Checks();
    for (String path : OPEN) {
      checks.within(
          ANSWERED,
          "an honest client is shown every page",
          () -> http.get(path).status() == (path.equals("/api/models") ? 400 : 200));
    }
    List<String> closed = Stream.of(Tokens.PATHS, FOLDERS).flatMap(List::stream).toList();
    RawHttp preview = new RawHttp(run.preview());
    int requests = Math.max(200, plan.records() / 10);
    List<String> problems =
        new ArrayList<>(fuzz(requests, i -> new HttpFuzz(http, OPEN, closed, random(plan, i))));
    problems.addAll(
        fuzz(
            requests / 10,
            i ->
                new HttpFuzz(
                    preview,
                    List.of("/"),
                    List.of("/cameras", "/cameras/nobody.mjpg"),
                    random(plan, CLIENTS + i))));
    checks.that(
        "no answer gives a stranger a page, fails with 500 or shows a file or a stack",
        problems.isEmpty(),
        problems);
    for (String host : List.of("evil.example", "localhost.evil.example")) {
      for (RawHttp each : List.of(http, preview)) {
        int status = each.send("GET", "/", Map.of("Host", host), new byte[0]).status();
        checks.equal("a name led here from elsewhere is refused", 403, status);
      }
    }
    healthy(checks, run, http);
    return TrialResult.of(
        "intruder: fuzz of every endpoint of page and preview, traversal",
        "%,d".formatted(requests + requests / 10),
        new Recovery(),
        checks,
        "");
  }

  private static Random random(Plan plan, int client) {
    return plan.random("intruder " + client);
  }

  /** By several clients at once, for the server lets some of them wait. */
  private static List<String> fuzz(int requests, IntFunction<HttpFuzz> byClient) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<List<String>>> found = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        HttpFuzz fuzz = byClient.apply(client);
        found.add(
            clients.submit(
                () ->
                    Stream.generate(fuzz::next)
                        .limit(requests / CLIENTS)
                        .filter(problem -> !problem.isEmpty())
                        .toList()));
      }
      List<String> problems = new ArrayList<>();
      for (Future<List<String>> each : found) {
        problems.addAll(each.get());
      }
      return problems;
    } finally {
      clients.shutdownNow();
    }
  }

  private static TrialResult oversized(Service run, RawHttp http) throws Exception {
    Checks checks = new Checks();
    Vitals before = Vitals.of(run.handle());
    List<String> paths = Stream.of(OPEN, Tokens.PATHS).flatMap(List::stream).toList();
    byte[] body = new byte[HUGE_BYTES];
    for (String path : paths) {
      int status =
          http.send(
                  "POST",
                  path,
                  Map.of("Host", http.host(), "Content-Length", Integer.toString(body.length)),
                  body)
              .status();
      checks.that(
          "a body of 50 MB gets nowhere", status == 0 || status >= 400, path + " " + status);
    }
    Vitals after = Vitals.of(run.handle());
    checks.that(
        "memory grows by less than %.0f MiB".formatted(MAY_GROW_MIB),
        after.residentMib() - before.residentMib() < MAY_GROW_MIB,
        after);
    healthy(checks, run, http);
    return TrialResult.of(
        "intruder: bodies of 50 MB",
        Integer.toString(paths.size()),
        new Recovery(),
        checks,
        String.format(
            Locale.ROOT, "%.0f MiB before, %.0f after", before.residentMib(), after.residentMib()));
  }

  private static TrialResult slowloris(Service run, RawHttp http) throws Exception {
    Checks checks = new Checks();
    Recovery recovery = new Recovery();
    Vitals before = Vitals.of(run.handle());
    List<Socket> slow = new ArrayList<>();
    int asked = 0;
    int answered = 0;
    try {
      for (int i = 0; i < SLOW_CLIENTS; i++) {
        slow.add(http.connect());
      }
      long endNanos = System.nanoTime() + SLOW_FOR.toNanos();
      for (int letter = 0; System.nanoTime() - endNanos < 0; letter++) {
        byte[] head = "GET /metrics HTTP/1.1\r\nX-Slow: ".getBytes(ISO_8859_1);
        for (Socket each : slow) {
          write(each, letter < head.length ? head[letter] : 'x');
        }
        asked++;
        answered += http.get("/healthz").status() == 200 ? 1 : 0;
        TimeUnit.MILLISECONDS.sleep(200);
      }
    } finally {
      for (Socket each : slow) {
        each.close();
      }
    }
    long stoppedNanos = System.nanoTime();
    checks.within(
        Duration.ofSeconds(30),
        "it answers again once they are gone",
        () -> http.get("/healthz").status() == 200);
    recovery.add(Duration.ofNanos(System.nanoTime() - stoppedNanos));
    checks.that(
        "nine of ten honest requests are answered meanwhile",
        10 * answered >= 9 * asked,
        "%d of %d".formatted(answered, asked));
    checks.within(
        Duration.ofSeconds(30),
        "no thread is left behind, no file left open",
        () -> {
          Vitals after = Vitals.of(run.handle());
          return after.threads() <= before.threads() + LEFT_BEHIND
              && after.files() <= before.files() + LEFT_BEHIND;
        });
    healthy(checks, run, http);
    return TrialResult.of(
        "intruder: slowloris",
        SLOW_CLIENTS + " clients",
        recovery,
        checks,
        "Meanwhile %d of %d honest requests were answered; recovery until the first answer"
            .formatted(answered, asked));
  }

  private static void write(Socket socket, int letter) {
    try {
      socket.getOutputStream().write(letter);
    } catch (IOException e) {
      // Hung up on, as it should be.
    }
  }

  private static void healthy(Checks checks, Service run, RawHttp http) {
    checks.that("it runs", run.isAlive(), run.log());
    checks.equal("it is healthy", 200, http.get("/healthz").status());
  }
}
