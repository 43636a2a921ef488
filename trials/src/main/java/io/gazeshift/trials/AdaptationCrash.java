package io.gazeshift.trials;

import io.gazeshift.daemon.testing.EventLog;
import io.gazeshift.daemon.testing.RunningBroker;
import io.gazeshift.daemon.testing.SmallWorld;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.trials.harness.Cameras;
import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.Fault;
import io.gazeshift.trials.harness.HeadTopics;
import io.gazeshift.trials.harness.Ledger;
import io.gazeshift.trials.harness.Plan;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.Rows;
import io.gazeshift.trials.harness.Service;
import io.gazeshift.trials.harness.Site;
import io.gazeshift.trials.harness.TrialResult;
import io.gazeshift.trials.harness.Watch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.awaitility.Awaitility;

/** kill -9 of adaptation in the middle of a run; each round is a domain of its own. */
final class AdaptationCrash implements Fault {

  private static final String ROW = "crash: kill -9 of adapt";

  private static final int BURSTS = 120;
  private static final double FACES_PER_SECOND = 10;
  private static final int LONGEST_RUN_MILLIS = 1500;

  @Override
  public String name() {
    return "adaptation";
  }

  @Override
  public List<TrialResult> inflict(Plan plan) throws Exception {
    Rows rows = new Rows();
    try (Site site = Site.open(plan.directory("adaptation"))) {
      site.role("infer", "infer", "infer.instance=crash").start();
      rows.add(ROW, () -> ofAdaptation(plan, site));
    }
    return rows.all();
  }

  private static TrialResult ofAdaptation(Plan plan, Site site) throws Exception {
    Checks checks = new Checks();
    Random random = plan.random("crash adapt");
    Recovery recovery = new Recovery();
    SmallWorld world = new SmallWorld(site.home());
    Service adapt =
        site.role(
            "adapt",
            "adapt",
            "adapt.bank=" + world.bankFile(),
            "infer.model=" + world.model(),
            "adapt.device=cpu",
            "adapt.min-samples=280",
            "adapt.gate=warn",
            "adapt.instance=crash");
    Ledger ledger = new Ledger();
    try (KafkaProducer<String, byte[]> producer = RunningBroker.producer(site.bootstrap());
        EventLog events = new EventLog(site.bootstrap());
        Watch watch = Watch.predictions(site, "beside", ledger);
        Cameras cameras = new Cameras(plan.faces(), site.bootstrap(), "beside", ledger)) {
      cameras.start(FACES_PER_SECOND);
      adapt.launch();
      for (int round = 0; round < plan.rounds(); round++) {
        String domain = "crash" + round;
        Instant begin = Instant.now().minusSeconds(600);
        SmallWorld.send(producer, world.stream(domain, BURSTS, begin, 0, round));
        await(events, domain, event -> event.getStage() == Stage.STARTED, adapt::revive);
        TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_RUN_MILLIS));
        Instant fault = Instant.now();
        adapt.kill();
        adapt.launch();
        await(events, domain, event -> event.getPublishedVersion() == 1, adapt::revive);
        recovery.add(Duration.between(fault, Instant.now()));
        sameSamples(checks, events, domain);
      }
      for (int round = 0; round < plan.rounds(); round++) {
        checks.equal(
            "each domain has one head, published once",
            1,
            events.of("crash" + round, event -> event.getPublishedVersion() > 0).size());
      }
      adapt.awaitUp();
      intact(plan, checks, "gaze.models", site.bootstrap());
      Instant fault = Instant.now();
      Crash.killBroker(site);
      watch.awaitRecovery(fault);
      intact(plan, checks, "after a kill -9 of the broker too, gaze.models", site.bootstrap());
      cameras.stop();
      watch.drain();
      checks.equal("adaptation ends in order", 0, adapt.stop());
      return TrialResult.of(
          ROW,
          plan.rounds(),
          ledger,
          recovery,
          checks,
          "Recovery until the killed run's head is published; kills fall anywhere within 1.5 s of"
              + " its start, some after its end");
    }
  }

  private static void intact(Plan plan, Checks checks, String models, String bootstrap) {
    HeadTopics heads = HeadTopics.read(bootstrap);
    checks.equal(models + " has a head for each domain", plan.rounds(), heads.domains());
    checks.that(models + " and its history are intact", heads.intact(), heads.problems());
  }

  private static void await(
      EventLog events, String domain, Predicate<AdaptationEvent> wanted, Runnable meanwhile) {
    Awaitility.await("an event of " + domain)
        .atMost(Watch.PATIENCE)
        .until(
            () -> {
              meanwhile.run();
              return !events.of(domain, wanted).isEmpty();
            });
  }

  private static void sameSamples(Checks checks, EventLog events, String domain) {
    List<AdaptationEvent> begun = events.of(domain, event -> event.getStage() == Stage.STARTED);
    List<Long> ends = begun.stream().map(AdaptationEvent::getFeaturesEndOffset).toList();
    checks.that(
        "buffers are rebuilt: a run that is begun again has the same samples",
        begun.stream().map(AdaptationEvent::getTargetSamples).distinct().count() == 1,
        begun);
    // Not the same place: the cameras beside may write to this partition too.
    checks.that(
        "and has read as far, or further", ends.equals(ends.stream().sorted().toList()), begun);
  }
}
