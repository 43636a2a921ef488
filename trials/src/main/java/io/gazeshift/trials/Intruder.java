package io.gazeshift.trials;

import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.FaceModels;
import io.gazeshift.trials.harness.InjectedFault;
import io.gazeshift.trials.harness.RawHttp;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.RoleProcess;
import io.gazeshift.trials.harness.TrialPlan;
import io.gazeshift.trials.harness.TrialResult;
import io.gazeshift.trials.harness.TrialRows;
import io.gazeshift.trials.harness.TrialSite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** An attacker who can reach the ports but has no access. */
final class Intruder implements InjectedFault {

  private static final String FUZZ =
      "intruder: fuzz of every endpoint of page and preview, traversal";
  private static final String BODIES = "intruder: bodies of 50 MB";
  private static final String SLOW = "intruder: slowloris";
  private static final String SLOW_PREVIEW = "intruder: slowloris at the preview";
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

  private static final Duration ANSWERED = Duration.ofMinutes(2);

  @Override
  public String name() {
    return "intruder";
  }

  @Override
  public List<TrialResult> inflict(TrialPlan plan) throws Exception {
    try (TrialSite site = TrialSite.open(plan.directory(name()))) {
      SecretLeaks secrecy = new SecretLeaks(FaceModels.fetch(plan.directory("faces")));
      List<String> settings = new ArrayList<>(TrialSite.drawnCamera(0, CAMERA, 5));
      settings.addAll(secrecy.settings());
      settings.add("adapt.report-dir=" + reports(site.home()));
      settings.add("http.admin-token-file=" + tokenFile(site.home()));
      settings.add("ingest.preview=0");
      RoleProcess run =
          site.role("run", RoleProcess.SMALL_HEAP, "run", settings.toArray(String[]::new));
      run.start();
      RawHttp http = new RawHttp(run.url());
      HttpSiege page = new HttpSiege(run.handle(), http, "/healthz");
      HttpSiege preview = new HttpSiege(run.handle(), new RawHttp(run.preview()), "/");
      TrialRows rows = new TrialRows();
      rows.add(FUZZ, () -> fuzz(plan, page, preview));
      rows.add(TokenMisuse.ROW, () -> new TokenMisuse(http, SecretLeaks.TOKEN).row());
      rows.add(
          BODIES,
          () ->
              page.oversized(
                  BODIES, Stream.of(OPEN, TokenMisuse.PATHS).flatMap(List::stream).toList()));
      rows.add(SLOW, () -> page.slowloris(SLOW));
      rows.add(SLOW_PREVIEW, () -> preview.slowloris(SLOW_PREVIEW));
      rows.addAll(new CalibrationIntruder(plan, site, CAMERA, settings).rows());
      rows.add(SecretLeaks.ROW, () -> secrecy.row(site, run, http, settings));
      rows.add(KnownVulnerabilities.ROW, () -> KnownVulnerabilities.row(plan));
      return rows.all();
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
    return Files.writeString(home.resolve("token"), SecretLeaks.TOKEN);
  }

  private static TrialResult fuzz(TrialPlan plan, HttpSiege page, HttpSiege preview)
      throws Exception {
    Checks checks = new Checks();
    for (String path : OPEN) {
      checks.within(
          ANSWERED,
          "a regular client gets every page",
          () -> page.http().get(path).status() == (path.equals("/api/models") ? 400 : 200));
    }
    List<String> closed = Stream.of(TokenMisuse.PATHS, FOLDERS).flatMap(List::stream).toList();
    int requests = Math.max(200, plan.records() / 10);
    List<String> problems =
        new ArrayList<>(
            HttpSiege.fuzz(
                requests, i -> new HttpFuzz(page.http(), OPEN, closed, random(plan, i))));
    problems.addAll(
        HttpSiege.fuzz(
            requests / 10,
            i ->
                new HttpFuzz(
                    preview.http(),
                    List.of("/"),
                    List.of("/cameras", "/cameras/unknown.mjpg"),
                    random(plan, HttpSiege.CLIENTS + i))));
    HttpSiege.nothingFound(checks, problems);
    page.foreignNames(checks);
    preview.foreignNames(checks);
    page.healthy(checks);
    return TrialResult.of(
        FUZZ, "%,d".formatted(requests + requests / 10), new Recovery(), checks, "");
  }

  private static Random random(TrialPlan plan, int client) {
    return plan.random("intruder " + client);
  }
}
