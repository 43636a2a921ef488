package io.gazeshift.trials;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.RawHttp;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.TrialResult;
import io.gazeshift.trials.harness.Vitals;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * Attacks that a server must withstand from any client that reaches its port. For one thread.
 *
 * @param process that serves
 * @param page answers an honest client with 200 as long as all is well
 */
record HttpSiege(ProcessHandle process, RawHttp http, String page) {

  static final int CLIENTS = 8;

  private static final int SLOW_CLIENTS = 100;
  private static final Duration SLOW_FOR = Duration.ofSeconds(12);

  /** Cameras and Kafka's connections come and go, too; of these clients hardly any may stay. */
  private static final int LEFT_BEHIND = SLOW_CLIENTS / 5;

  private static final int HUGE_BYTES = 50 << 20;
  private static final double MAY_GROW_MIB = 200;

  /** By several clients at once, for the server lets some of them wait; what was wrong. */
  static List<String> fuzz(int requests, IntFunction<HttpFuzz> byClient) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<List<String>>> found = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        HttpFuzz fuzz = byClient.apply(client);
        found.add(clients.submit(() -> fuzz.problems(requests / CLIENTS)));
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

  /** A page for a stranger, a failure or an insight. */
  static void nothingFound(Checks checks, List<String> problems) {
    checks.that(
        "no answer shows a page without access, fails with 500, or reveals a file or a"
            + " stack trace",
        problems.isEmpty(),
        problems);
  }

  /** A request by DNS rebinding: a foreign host name that resolves to this machine. */
  void foreignNames(Checks checks) {
    for (String host : List.of("evil.example", "localhost.evil.example")) {
      int status = http.send("GET", page, Map.of("Host", host), new byte[0]).status();
      checks.equal("a request under a foreign host name is rejected", 403, status);
    }
  }

  TrialResult oversized(String row, List<String> paths) throws Exception {
    Checks checks = new Checks();
    Vitals before = Vitals.of(process);
    byte[] body = new byte[HUGE_BYTES];
    for (String path : paths) {
      int status =
          http.send(
                  "POST",
                  path,
                  Map.of("Host", http.host(), "Content-Length", Integer.toString(body.length)),
                  body)
              .status();
      checks.that("a body of 50 MB is rejected", status == 0 || status >= 400, path + " " + status);
    }
    Vitals after = Vitals.of(process);
    checks.that(
        "memory grows by less than %.0f MiB".formatted(MAY_GROW_MIB),
        after.residentMib() - before.residentMib() < MAY_GROW_MIB,
        after);
    healthy(checks);
    return TrialResult.of(
        row,
        Integer.toString(paths.size()),
        new Recovery(),
        checks,
        String.format(
            Locale.ROOT, "%.0f MiB before, %.0f after", before.residentMib(), after.residentMib()));
  }

  TrialResult slowloris(String row) throws Exception {
    Checks checks = new Checks();
    Recovery recovery = new Recovery();
    Vitals before = Vitals.of(process);
    List<SlowClient> slow = new ArrayList<>();
    int asked = 0;
    int answered = 0;
    try {
      for (int i = 0; i < SLOW_CLIENTS; i++) {
        slow.add(new SlowClient(http, page));
      }
      long endNanos = System.nanoTime() + SLOW_FOR.toNanos();
      while (System.nanoTime() - endNanos < 0) {
        for (SlowClient each : slow) {
          each.writeOneLetter();
        }
        asked++;
        answered += isAnswered() ? 1 : 0;
        TimeUnit.MILLISECONDS.sleep(200);
      }
    } finally {
      for (SlowClient each : slow) {
        each.close();
      }
    }
    long stoppedNanos = System.nanoTime();
    checks.within(Duration.ofSeconds(30), "it answers again after the attack", this::isAnswered);
    recovery.add(Duration.ofNanos(System.nanoTime() - stoppedNanos));
    checks.that(
        "nine of ten regular requests are answered during the attack",
        10 * answered >= 9 * asked,
        "%d of %d".formatted(answered, asked));
    checks.within(
        Duration.ofSeconds(30),
        "no thread and no open file is left behind",
        () -> {
          Vitals after = Vitals.of(process);
          return after.threads() <= before.threads() + LEFT_BEHIND
              && after.files() <= before.files() + LEFT_BEHIND;
        });
    healthy(checks);
    return TrialResult.of(
        row,
        SLOW_CLIENTS + " clients",
        recovery,
        checks,
        "Meanwhile %d of %d honest requests were answered; recovery until the first answer"
            .formatted(answered, asked));
  }

  private boolean isAnswered() {
    return http.get(page).status() == 200;
  }

  void healthy(Checks checks) {
    checks.that("it runs", process.isAlive(), "it has ended");
    checks.equal("it is healthy", 200, http.get(page).status());
  }

  /** Asks letter by letter, and comes back when it is hung up on. */
  private static final class SlowClient implements AutoCloseable {

    private final RawHttp http;
    private final byte[] head;
    private Socket socket;
    private int written;

    SlowClient(RawHttp http, String page) throws IOException {
      this.http = http;
      this.head = "GET %s HTTP/1.1\r\nX-Slow: ".formatted(page).getBytes(ISO_8859_1);
      this.socket = http.connect();
    }

    void writeOneLetter() throws IOException {
      try {
        socket.getOutputStream().write(written < head.length ? head[written] : 'x');
        written++;
      } catch (IOException e) {
        // Hung up on, as it should be.
        socket.close();
        socket = http.connect();
        written = 0;
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
