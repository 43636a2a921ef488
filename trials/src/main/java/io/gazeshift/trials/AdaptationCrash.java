package io.gazeshift.trials;

import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.testing.EventLog;
import io.gazeshift.testing.RunningBroker;
import io.gazeshift.testing.SmallModel;
import io.gazeshift.trials.harness.Cameras;
import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.HeadTopics;
import io.gazeshift.trials.harness.InjectedFault;
import io.gazeshift.trials.harness.KillMoments;
import io.gazeshift.trials.harness.KillMoments.Moment;
import io.gazeshift.trials.harness.Ledger;
import io.gazeshift.trials.harness.PredictionWatch;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.RoleProcess;
import io.gazeshift.trials.harness.TrialPlan;
import io.gazeshift.trials.harness.TrialResult;
import io.gazeshift.trials.harness.TrialRows;
import io.gazeshift.trials.harness.TrialSite;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.awaitility.Awaitility;

/** kill -9 of adaptation before, in and after a run; each round is a domain of its own. */
final class AdaptationCrash implements InjectedFault {

  private static final String ROW = "crash: kill -9 of adapt";

  private static final Predicate<AdaptationEvent> BEGUN =
      event -> event.getStage() == Stage.STARTED;
  private static final Predicate<AdaptationEvent> PUBLISHED =
      event -> event.getPublishedVersion() == 1;

  private static final int BURSTS = 120;
  private static final double FACES_PER_SECOND = 10;

  /** How much of a run is done when it is killed is drawn up to here: some are over. */
  private static final double BEYOND = 1.3;

  /** What lies beyond a whole run, in time. */
  private static final Duration RUN = Duration.ofSeconds(1);

  /** Of so many kills one does not wait until the run has begun. */
  private static final int EARLY = 5;

  @Override
  public String name() {
    return "adaptation";
  }

  @Override
  public List<TrialResult> inflict(TrialPlan plan) throws Exception {
    TrialRows rows = new TrialRows();
    try (TrialSite site = TrialSite.open(plan.directory("adaptation"))) {
      site.role("infer", "infer", "infer.instance=crash").start();
      rows.add(ROW, () -> ofAdaptation(plan, site));
    }
    return rows.all();
  }

  private static TrialResult ofAdaptation(TrialPlan plan, TrialSite site) throws Exception {
    Checks checks = new Checks();
    Random random = plan.random("crash adapt");
    Recovery recovery = new Recovery();
    KillMoments moments = new KillMoments();
    SmallModel world = new SmallModel(site.home());
    RoleProcess adapt = site.role("adapt", "adapt", settings(plan, world));
    Ledger ledger = new Ledger();
    try (KafkaProducer<String, byte[]> producer = RunningBroker.producer(site.bootstrap());
        EventLog events = new EventLog(site.bootstrap());
        PredictionWatch watch = PredictionWatch.predictions(site, "beside", ledger);
        Cameras cameras = new Cameras(plan.faces(), site.bootstrap(), "beside", ledger)) {
      cameras.start(FACES_PER_SECOND);
      adapt.start();
      // Left alone: how long it is from samples to a run.
      Duration beforeRun = sendAndAwaitRun(producer, world, events, 0, adapt);
      await(events, domain(0), PUBLISHED, adapt::revive);
      for (int round = 1; round <= plan.rounds(); round++) {
        double progress = 0;
        if (random.nextInt(EARLY) == 0) {
          send(producer, world, round);
          TimeUnit.MILLISECONDS.sleep(random.nextLong(beforeRun.toMillis() + 1));
        } else {
          double wanted = BEYOND * random.nextDouble();
          sendAndAwaitRun(producer, world, events, round, adapt);
          progress = awaitProgress(adapt, events, domain(round), Math.min(1, wanted));
          TimeUnit.MILLISECONDS.sleep(Math.round(Math.max(0, wanted - 1) * RUN.toMillis()));
        }
        Instant fault = Instant.now();
        adapt.kill();
        Moment moment =
            KillMoments.of(
                !events.of(domain(round), BEGUN).isEmpty(),
                progress,
                !events.of(domain(round), PUBLISHED).isEmpty());
        moments.add(moment);
        adapt.launch();
        await(events, domain(round), PUBLISHED, adapt::revive);
        if (moment != Moment.AFTER) {
          recovery.add(Duration.between(fault, Instant.now()));
        }
        adapt.awaitUp();
        sameSamples(checks, events, domain(round));
      }
      for (int round = 0; round <= plan.rounds(); round++) {
        checks.equal(
            "each domain has one head, published once",
            1,
            events.of(domain(round), event -> event.getPublishedVersion() > 0).size());
      }
      checks.that("kills fell within runs", moments.within() > 0, moments);
      intact(plan, checks, "gaze.models", site.bootstrap());
      Instant fault = Instant.now();
      Crash.killBroker(site);
      watch.awaitRecovery(fault);
      intact(plan, checks, "after a kill -9 of the broker too, gaze.models", site.bootstrap());
      cameras.stop();
      watch.drain();
      checks.equal("adaptation shuts down cleanly", 0, adapt.stop());
      return TrialResult.of(
          ROW,
          plan.rounds(),
          ledger,
          recovery,
          checks,
          "Kills: %s. Recovery until the head of the killed run is published".formatted(moments));
    }
  }

  /** Such that a run takes its time, in training as in judging. */
  private static String[] settings(TrialPlan plan, SmallModel world) {
    List<String> settings = new ArrayList<>();
    settings.add("adapt.bank=" + world.bankFile());
    settings.add("infer.model=" + world.model());
    settings.add("adapt.device=cpu");
    settings.add("adapt.method=paper");
    settings.add("adapt.min-samples=280");
    settings.add("adapt.gate=warn");
    settings.add("adapt.instance=crash");
    // With it the gate looks at all it can, to the point of training on each half of the samples.
    for (int round = 0; round <= plan.rounds(); round++) {
      settings.add("domains[%d].name=%s".formatted(round, domain(round)));
      settings.add("domains[%d].prior=%s".formatted(round, SmallModel.PRIOR));
    }
    return settings.toArray(String[]::new);
  }

  private static String domain(int round) {
    return "crash" + round;
  }

  private static void send(KafkaProducer<String, byte[]> producer, SmallModel world, int round) {
    Instant begin = Instant.now().minusSeconds(600);
    SmallModel.send(producer, world.stream(domain(round), BURSTS, begin, SmallModel.LAMP, round));
  }

  /** Answers how long after the samples the run began. */
  private static Duration sendAndAwaitRun(
      KafkaProducer<String, byte[]> producer,
      SmallModel world,
      EventLog events,
      int round,
      RoleProcess adapt) {
    send(producer, world, round);
    Instant sent = Instant.now();
    await(events, domain(round), BEGUN, adapt::revive);
    return Duration.between(sent, Instant.now());
  }

  /** Returns as soon as so much of the run is done, or its head is published; answers how much. */
  private static double awaitProgress(
      RoleProcess adapt, EventLog events, String domain, double wanted) throws Exception {
    double most = 0;
    while (most < wanted && events.of(domain, PUBLISHED).isEmpty()) {
      most = Math.max(most, adapt.meters().sum("gazeshift_adapt_progress", ""));
    }
    return most;
  }

  private static void intact(TrialPlan plan, Checks checks, String models, String bootstrap) {
    HeadTopics heads = HeadTopics.read(bootstrap);
    checks.equal(models + " has a head for each domain", plan.rounds() + 1, heads.domains());
    checks.that(models + " and its history are intact", heads.intact(), heads.problems());
  }

  private static void await(
      EventLog events, String domain, Predicate<AdaptationEvent> wanted, Runnable meanwhile) {
    Awaitility.await("an event of " + domain)
        .atMost(PredictionWatch.PATIENCE)
        .pollInterval(Duration.ofMillis(10))
        .until(
            () -> {
              meanwhile.run();
              return !events.of(domain, wanted).isEmpty();
            });
  }

  private static void sameSamples(Checks checks, EventLog events, String domain) {
    List<AdaptationEvent> begun = events.of(domain, event -> event.getStage() == Stage.STARTED);
    List<Long> ends = begun.stream().map(AdaptationEvent::getFeaturesEndOffset).toList();
    // Or more: the first may have begun with enough of them while the rest was still on its way.
    List<Integer> samples = begun.stream().map(AdaptationEvent::getTargetSamples).toList();
    checks.that(
        "buffers are rebuilt: a restarted run has at least the same samples",
        samples.equals(samples.stream().sorted().toList()),
        begun);
    // Not the same place: the cameras beside may write to this partition too.
    checks.that(
        "and has read at least as far", ends.equals(ends.stream().sorted().toList()), begun);
  }
}
