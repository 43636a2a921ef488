package io.gazeshift.trials;

import io.gazeshift.testing.EventLog;
import io.gazeshift.testing.RunningBroker;
import io.gazeshift.testing.SmallModel;
import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.RoleProcess;
import io.gazeshift.trials.harness.SlowDisk;
import io.gazeshift.trials.harness.SmallDisk;
import io.gazeshift.trials.harness.TrialResult;
import io.gazeshift.trials.harness.TrialRows;
import io.gazeshift.trials.harness.TrialSite;
import io.gazeshift.trials.harness.Unprepared;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.KafkaProducer;

/**
 * The disks of adaptation: that of its reports, and that of the caches in which the program unpacks
 * its own model and the libraries their native code. It must adapt without either.
 */
final class AdaptationDisk {

  private static final int BURSTS = 120;
  private static final int REPORTS_MIB = 4;
  private static final int CACHES_MIB = 64;
  private static final int SLOW_REPORTS_KIB_PER_SECOND = 8;
  private static final int SLOW_CACHES_KIB_PER_SECOND = 4096;
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final TrialSite site;
  private final SmallModel world;
  private final TrialRows rows;

  AdaptationDisk(TrialSite site, TrialRows rows) throws Exception {
    this.site = site;
    this.rows = rows;
    this.world = new SmallModel(site.home());
  }

  void inflict() throws Exception {
    reports();
    slowReports();
    caches();
    slowCaches();
  }

  private void reports() throws Exception {
    String full = "disk: no room for reports";
    String sealed = "disk: reports may not be written";
    Optional<SmallDisk> disk = SmallDisk.mount(site.home().resolve("reports"), REPORTS_MIB);
    if (disk.isEmpty()) {
      notRun(full, Disk.NO_RIGHT);
      notRun(sealed, Disk.NO_RIGHT);
      return;
    }
    try (SmallDisk small = disk.get();
        RoleProcess adapt = adaptation("reports", Map.of(), small.directory())) {
      adapt.start();
      small.fill();
      rows.add(full, () -> adapts(full, "crowded", adapt, new Checks(), true));
      small.free();
      small.readOnly(true);
      rows.add(sealed, () -> adapts(sealed, "sealed", adapt, new Checks(), true));
      small.readOnly(false);
    }
  }

  private void slowReports() throws Exception {
    String fault =
        "disk: that of the reports takes %d KiB a second".formatted(SLOW_REPORTS_KIB_PER_SECOND);
    Optional<SlowDisk> disk =
        SlowDisk.mount(site.home().resolve("slow-reports"), SLOW_REPORTS_KIB_PER_SECOND);
    if (disk.isEmpty()) {
      notRun(fault, Disk.NO_SLOW_DISK);
      return;
    }
    try (SlowDisk slow = disk.get();
        RoleProcess adapt = adaptation("slow-reports", Map.of(), slow.directory())) {
      adapt.start();
      rows.add(fault, () -> adapts(fault, "slow-reports", adapt, new Checks(), false));
    }
  }

  private void caches() throws Exception {
    String full = "disk: no room for the model cache";
    String sealed = "disk: the model cache may not be written";
    Optional<SmallDisk> disk = SmallDisk.mount(site.home().resolve("caches"), CACHES_MIB);
    if (disk.isEmpty()) {
      notRun(full, Disk.NO_RIGHT);
      notRun(sealed, Disk.NO_RIGHT);
      return;
    }
    try (SmallDisk small = disk.get()) {
      small.fill();
      rows.add(full, () -> withCaches(full, "full-cache", small.directory()));
      small.free();
      small.readOnly(true);
      rows.add(sealed, () -> withCaches(sealed, "sealed-cache", small.directory()));
      small.readOnly(false);
    }
  }

  private void slowCaches() throws Exception {
    String fault =
        "disk: that of the model cache takes %d KiB a second".formatted(SLOW_CACHES_KIB_PER_SECOND);
    Optional<SlowDisk> disk =
        SlowDisk.mount(site.home().resolve("slow-caches"), SLOW_CACHES_KIB_PER_SECOND);
    if (disk.isEmpty()) {
      notRun(fault, Disk.NO_SLOW_DISK);
      return;
    }
    try (SlowDisk slow = disk.get()) {
      rows.add(fault, () -> withCaches(fault, "slow-cache", slow.directory()));
    }
  }

  /** With the built-in model, which is unpacked; then a run with what a user brings. */
  private TrialResult withCaches(String fault, String domain, Path caches) throws Exception {
    try (Unprepared unpacking = new Unprepared()) {
      return withCachesUsed(fault, domain, caches);
    }
  }

  private TrialResult withCachesUsed(String fault, String domain, Path caches) throws Exception {
    Map<String, String> environment =
        Map.of(
            "HOME",
            caches.toString(),
            "XDG_CACHE_HOME",
            caches.toString(),
            "GAZESHIFT_OPTS",
            "-Duser.home=" + caches);
    Checks checks = new Checks();
    try (RoleProcess builtIn =
        site.role(domain + "-built-in", environment, "adapt", "adapt.device=cpu")) {
      builtIn.start();
      checks.within(
          PATIENCE,
          "it becomes ready with the built-in model and its bank",
          () -> status(builtIn.url().resolve("readyz")) == 200);
      checks.equal("and shuts down cleanly", 0, builtIn.stop());
    }
    Path reports = site.home().resolve(domain + "-reports");
    try (RoleProcess adapt = adaptation(domain, environment, reports)) {
      adapt.start();
      return adapts(fault, domain, adapt, checks, false);
    }
  }

  private static int status(URI address) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(10)).GET().build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
  }

  private RoleProcess adaptation(String name, Map<String, String> environment, Path reports)
      throws Exception {
    return site.role(
        "adapt-" + name,
        environment,
        "adapt",
        "adapt.bank=" + world.bankFile(),
        "infer.model=" + world.model(),
        "adapt.device=cpu",
        "adapt.gate=warn",
        "adapt.min-samples=280",
        "adapt.report-dir=" + reports);
  }

  /** Sends a domain's samples and waits for its head. */
  private TrialResult adapts(
      String fault, String domain, RoleProcess adapt, Checks checks, boolean withoutReport) {
    Recovery recovery = new Recovery();
    Instant begin = Instant.now();
    try (KafkaProducer<String, byte[]> producer = RunningBroker.producer(site.bootstrap());
        EventLog events = new EventLog(site.bootstrap())) {
      SmallModel.send(
          producer, world.stream(domain, BURSTS, begin.minusSeconds(600), 0, domain.hashCode()));
      checks.within(
          PATIENCE,
          "the head is published all the same",
          () -> !events.of(domain, event -> event.getPublishedVersion() == 1).isEmpty());
    }
    recovery.add(Duration.between(begin, Instant.now()));
    checks.that("adaptation goes on", adapt.isAlive(), adapt.log());
    if (withoutReport) {
      checks.within(
          PATIENCE,
          "the log says that there is no report",
          () -> adapt.log().contains("domain %s: could not write the report".formatted(domain)));
    }
    return TrialResult.of(
        fault, "1", recovery, checks, "Recovery from the samples until the head is published");
  }

  private void notRun(String fault, String why) throws InterruptedException {
    rows.add(fault, () -> TrialResult.notRun(fault, why));
  }
}
