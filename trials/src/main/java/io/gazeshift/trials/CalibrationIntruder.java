package io.gazeshift.trials;

import io.gazeshift.adaptation.glance.GlanceRules;
import io.gazeshift.adaptation.glance.Glances;
import io.gazeshift.testing.ProgramProcess;
import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.RawHttp;
import io.gazeshift.trials.harness.RawHttp.Reply;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.RoleProcess;
import io.gazeshift.trials.harness.TrialPlan;
import io.gazeshift.trials.harness.TrialResult;
import io.gazeshift.trials.harness.TrialRows;
import io.gazeshift.trials.harness.TrialSite;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * The intruder at the page that guides a calibration. Its address is its only protection: a client
 * without it may neither look nor end the session, and a client with it must be able to calibrate
 * after all that.
 */
final class CalibrationIntruder {

  private static final String FUZZ =
      "intruder: fuzz of every endpoint of the calibration page, traversal";
  private static final String STRANGERS = "intruder: addresses of the calibration page, guessed";
  private static final String BODIES = "intruder: bodies of 50 MB at the calibration page";
  private static final String SLOW = "intruder: slowloris at the calibration page";
  private static final String HONEST = "intruder: an honest calibration after all that";

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern PAGE = Pattern.compile("(http://\\S+:\\d+)/([0-9a-f]{32})/");
  private static final int POINTS = 9;

  /** What the page of the run asks for, below its address. */
  private static final List<String> ENDPOINTS = List.of("", "plan", "points/0", "done", "give-up");

  private final TrialPlan plan;
  private final TrialSite site;
  private final String camera;
  private final List<String> settings;

  /** A camera of this name, in the domain of this name, and inference must run. */
  CalibrationIntruder(TrialPlan plan, TrialSite site, String camera, List<String> settings) {
    this.plan = plan;
    this.site = site;
    this.camera = camera;
    this.settings = List.copyOf(settings);
  }

  List<TrialResult> rows() throws Exception {
    Path home = Files.createDirectories(site.home().resolve("calibration"));
    Files.writeString(site.home().resolve("calibration.html"), HttpFuzz.PRIVATE);
    TrialRows rows = new TrialRows();
    try (ProgramProcess program = ProgramProcess.start(home, RoleProcess.SMALL_HEAP, words())) {
      Optional<MatchResult> page = awaitPage(program);
      if (page.isEmpty()) {
        return List.of(
            TrialResult.broken(FUZZ, new IllegalStateException("it names no page: " + program)));
      }
      MatchResult shown = page.get();
      RawHttp http = new RawHttp(URI.create(shown.group(1)));
      String token = shown.group(2);
      String address = "/" + token + "/";
      HttpSiege siege = new HttpSiege(program.handle(), http, address);
      rows.add(FUZZ, () -> fuzz(siege, address));
      rows.add(STRANGERS, () -> strangers(siege, token));
      rows.add(
          BODIES,
          () ->
              siege.oversized(
                  BODIES,
                  Stream.of("/", "/points/0", "/done", address, address + "plan").toList()));
      rows.add(SLOW, () -> siege.slowloris(SLOW));
      rows.add(HONEST, () -> honest(program, http, address));
    }
    return rows.all();
  }

  private String[] words() {
    List<String> words = new ArrayList<>(List.of("glances", "run", "-v"));
    words.addAll(List.of("--kafka", site.bootstrap(), "--domain", camera, "--camera", camera));
    words.addAll(List.of("--screen", "530x300", "--offset", "0,170,0"));
    for (String setting : settings) {
      words.addAll(List.of("--set", setting));
    }
    return words.toArray(String[]::new);
  }

  private static Optional<MatchResult> awaitPage(ProgramProcess program) {
    Awaitility.await("the calibration names its page, or ends")
        .atMost(PATIENCE)
        .until(() -> !program.isAlive() || PAGE.matcher(program.out()).find());
    Matcher shown = PAGE.matcher(program.out());
    return shown.find() ? Optional.of(shown.toMatchResult()) : Optional.empty();
  }

  private TrialResult fuzz(HttpSiege siege, String address) throws Exception {
    Checks checks = new Checks();
    for (String path : List.of("", "plan")) {
      checks.equal(
          "a client with the address gets the page",
          200,
          siege.http().get(address + path).status());
    }
    List<String> open = List.of(address, address + "plan");
    List<String> closed =
        Stream.concat(
                ENDPOINTS.stream().map(path -> "/" + path),
                Stream.of("points/9", "points/-1", "points/999", "points/x", "points/", "points")
                    .map(path -> address + path))
            .toList();
    int requests = Math.max(200, plan.records() / 20);
    List<String> problems =
        new ArrayList<>(
            HttpSiege.fuzz(
                requests, i -> new HttpFuzz(siege.http(), open, closed, random("page " + i))));
    // One by one, because each valid request takes as long as a look.
    int looks = requests / 50;
    problems.addAll(
        new HttpFuzz(siege.http(), List.of(address + "points/0"), closed, random("point"))
            .problems(looks));
    HttpSiege.nothingFound(checks, problems);
    siege.foreignNames(checks);
    siege.healthy(checks);
    return TrialResult.of(FUZZ, "%,d".formatted(requests + looks), new Recovery(), checks, "");
  }

  private Random random(String client) {
    return plan.random("intruder at the calibration " + client);
  }

  private static TrialResult strangers(HttpSiege siege, String token) {
    Checks checks = new Checks();
    int requests = 0;
    List<String> guesses =
        List.of(
            "",
            "0".repeat(token.length()),
            token.substring(1),
            token.substring(0, token.length() - 1),
            token + "0",
            token.toUpperCase(Locale.ROOT),
            "." + token,
            "%" + Integer.toHexString(token.charAt(0)) + token.substring(1));
    for (String method : List.of("GET", "POST")) {
      for (String endpoint : ENDPOINTS) {
        for (String guess : guesses) {
          Reply reply =
              ask(siege, method, "/" + guess + (guess.isEmpty() ? "" : "/") + endpoint, Map.of());
          requests++;
          checks.equal("a client that guesses is rejected (403)", 403, reply.status());
          checks.that(
              "and does not learn the address", !reply.text().contains(token), reply.text());
        }
        for (Map<String, String> foreign :
            List.of(
                Map.of("Host", "evil.example"),
                Map.of("Origin", "http://evil.example"),
                Map.of("Origin", "null"),
                Map.of("Sec-Fetch-Site", "cross-site"))) {
          int status = ask(siege, method, siege.page() + endpoint, foreign).status();
          requests++;
          checks.equal(
              "another site in a browser is rejected, even with the address (403)", 403, status);
        }
      }
    }
    siege.healthy(checks);
    return TrialResult.of(STRANGERS, Integer.toString(requests), new Recovery(), checks, "");
  }

  private static Reply ask(HttpSiege siege, String method, String path, Map<String, String> more) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Host", siege.http().host());
    headers.put("Content-Length", "0");
    headers.putAll(more);
    return siege.http().send(method, path, headers, new byte[0]);
  }

  /** As the page does it, to the end. */
  private TrialResult honest(ProgramProcess program, RawHttp http, String address)
      throws Exception {
    Checks checks = new Checks();
    HttpSiege siege = new HttpSiege(program.handle(), http, address);
    for (int point = 0; point < POINTS; point++) {
      String path = address + "points/" + point;
      checks.within(
          PATIENCE,
          "every point is seen",
          () -> ask(siege, "POST", path, Map.of()).status() == 200);
    }
    checks.equal(
        "and the end is heard", 200, ask(siege, "POST", address + "done", Map.of()).status());
    checks.equal("it shuts down cleanly", 0, program.waitFor(PATIENCE));
    checks.that(
        "and says so",
        program.out().contains("Done after %d of %d points".formatted(POINTS, POINTS)),
        program);
    checks.equal(
        "each point has one glance, however often it was shown",
        POINTS,
        Glances.read(site.kafka(), GlanceRules.any()).of(camera).size());
    checks.equal("its port is closed", 0, http.get(address).status());
    String log = program.toString();
    checks.that("its log contains no stack trace", !log.contains("\tat "), log);
    checks.that("its log contains no secret", SecretLeaks.in(log).isEmpty(), SecretLeaks.in(log));
    return TrialResult.of(HONEST, "%d points".formatted(POINTS), new Recovery(), checks, "");
  }
}
