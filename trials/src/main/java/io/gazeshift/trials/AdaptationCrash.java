package io.gazeshift.trials;

import io.gazeshift.daemon.testing.EventLog;
import io.gazeshift.daemon.testing.RunningBroker;
import io.gazeshift.daemon.testing.SmallWorld;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.trials.harness.Cameras;
import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.HeadTopics;
import io.gazeshift.trials.harness.Ledger;
import io.gazeshift.trials.harness.Plan;
import io.gazeshift.trials.harness.Recovery;
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
final class AdaptationCrash {

  private static final int BURSTS = 120;
  private static final double FACES_PER_SECOND = 10;
  private static final int LONGEST_RUN_MILLIS = 1500;

  private final Plan plan;
  private final Site site;
  private final Checks checks = new Checks();

  AdaptationCrash(Plan plan, Site site) {
    this.plan = plan;
    this.site = site;
  }

  TrialResult inflict() throws Exception {
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
        sameSamples(events, domain);
      }
      for (int round = 0; round < plan.rounds(); round++) {
        checks.equal(
            "each domain has one head, published once",
            1,
            events.of("crash" + round, event -> event.getPublishedVersion() > 0).size());
      }
      intact("gaze.models", site.bootstrap());
      Instant fault = Instant.now();
      Crash.killBroker(site);
      watch.awaitRecovery(fault);
      intact("after a kill -9 of the broker too, gaze.models", site.bootstrap());
      cameras.stop();
      watch.drain();
      checks.equal("adaptation ends in order", 0, adapt.stop());
      return TrialResult.of(
          "crash: kill -9 of adapt",
          plan.rounds(),
          ledger,
          recovery,
          checks,
          "Recovery until the killed run's head is published; kills fall anywhere within 1.5 s of"
              + " its start, some after its end");
    }
  }

  private void intact(String models, String bootstrap) {
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

  private void sameSamples(EventLog events, String domain) {
    List<AdaptationEvent> begun = events.of(domain, event -> event.getStage() == Stage.STARTED);
    checks.that(
        "buffers are rebuilt: a run that is begun again has the same samples",
        begun.stream().map(AdaptationEvent::getTargetSamples).distinct().count() == 1
            && begun.stream().map(AdaptationEvent::getFeaturesEndOffset).distinct().count() == 1,
        begun);
  }
}
