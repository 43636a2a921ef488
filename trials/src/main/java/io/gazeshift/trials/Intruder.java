package io.gazeshift.trials;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.FaceModels;
import io.gazeshift.trials.harness.Fault;
import io.gazeshift.trials.harness.Listeners;
import io.gazeshift.trials.harness.Plan;
import io.gazeshift.trials.harness.RawHttp;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.Service;
import io.gazeshift.trials.harness.Site;
import io.gazeshift.trials.harness.TrialResult;
import io.gazeshift.trials.harness.Vitals;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Somebody who can reach the ports and may not get in. */
final class Intruder implements Fault {

  private static final String KEPT = "intruder: secrets and open ports";
  private static final String SECRET = "hunter2-never-to-be-seen";
  private static final int SLOW_CLIENTS = 100;
  private static final Duration SLOW_FOR = Duration.ofSeconds(12);

  /** Cameras and Kafka's connections come and go, too; of these clients hardly any may stay. */
  private static final int LEFT_BEHIND = SLOW_CLIENTS / 5;

  private static final int CLIENTS = 8;
  private static final int HUGE_BYTES = 50 << 20;
  private static final double MAY_GROW_MIB = 200;

  @Override
  public String name() {
    return "intruder";
  }

  @Override
  public List<TrialResult> inflict(Plan plan) throws Exception {
    try (Site site = Site.open(plan.directory(name()))) {
      List<String> settings = new ArrayList<>(Site.drawnCamera(0, "lobby", 5));
      Optional<String> models = FaceModels.fetch(plan.directory("faces"));
      if (models.isPresent()) {
        settings.add(models.get());
        settings.add("cameras[1].id=door");
        // Nobody is there, and whoever tells so must not tell the password.
        settings.add("cameras[1].source=rtsp://guard:%s@127.0.0.1:9/door".formatted(SECRET));
      }
      settings.add("kafka.properties.ssl.key.password=" + SECRET);
      Service run = site.role("run", "run", settings.toArray(String[]::new));
      run.start();
      RawHttp http = new RawHttp(run.url());
      return List.of(
          fuzz(plan, run, http),
          oversized(run, http),
          slowloris(run, http),
          models.isPresent()
              ? kept(site, run)
              : TrialResult.notRun(
                  KEPT, "a camera with a password needs the face models, which npm did not give"),
          TrialResult.notRun(
              "intruder: known holes of the libraries",
              "OWASP's and similar checks need a database from the internet; the profile sbom writes"
                  + " what to check"));
    }
  }

  private static TrialResult fuzz(Plan plan, Service run, RawHttp http) throws Exception {
    Checks checks = new Checks();
    int requests = Math.max(200, plan.records() / 10);
    List<String> problems = fuzz(plan, http, requests);
    checks.that(
        "no answer gives a stranger a page, fails with 500 or shows a file or a stack",
        problems.isEmpty(),
        problems);
    for (String path : HttpFuzz.ADMIN) {
      for (String token : List.of("", "Bearer ", "Bearer guess", "Basic Z3Vlc3M=")) {
        int status =
            http.send(
                    "POST",
                    path,
                    Map.of("Host", http.host(), "Authorization", token, "Content-Length", "0"),
                    new byte[0])
                .status();
        checks.that(
            "nobody acts without the token", status >= 400 && status < 500, path + " " + status);
      }
    }
    for (String host : List.of("evil.example", "localhost.evil.example")) {
      int status = http.send("GET", "/metrics", Map.of("Host", host), new byte[0]).status();
      checks.equal("a name led here from elsewhere is refused", 403, status);
    }
    healthy(checks, run, http);
    return TrialResult.of(
        "intruder: fuzz of every endpoint, traversal, tokens",
        "%,d".formatted(requests),
        new Recovery(),
        checks,
        "");
  }

  /** By several clients at once, for the server lets some of them wait. */
  private static List<String> fuzz(Plan plan, RawHttp http, int requests) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<List<String>>> found = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        HttpFuzz fuzz = new HttpFuzz(http, plan.random("intruder " + client));
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
    List<String> paths = new ArrayList<>(HttpFuzz.PUBLIC);
    paths.addAll(HttpFuzz.ADMIN);
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

  private static TrialResult kept(Site site, Service run) throws Exception {
    Checks checks = new Checks();
    String told =
        run.log() + run.meters().text() + site.broker().log() + site.broker().meters().text();
    checks.that("the failing camera was told of", told.contains("door"), "nothing");
    checks.that("no password is in logs, metrics or output", !told.contains(SECRET), "one");
    List<ProcessHandle> all = new ArrayList<>(List.of(run.handle(), site.broker().handle()));
    site.broker().handle().descendants().forEach(all::add);
    for (ProcessHandle process : all) {
      checks.that(
          "nobody listens beyond the loopback",
          Listeners.beyondLoopback(process).isEmpty(),
          Listeners.beyondLoopback(process));
    }
    checks.equal("it ends in order", 0, run.stop());
    return TrialResult.of(KEPT, "%d processes".formatted(all.size()), new Recovery(), checks, "");
  }

  private static void healthy(Checks checks, Service run, RawHttp http) {
    checks.that("it runs", run.isAlive(), run.log());
    checks.equal("it is healthy", 200, http.get("/healthz").status());
  }
}
