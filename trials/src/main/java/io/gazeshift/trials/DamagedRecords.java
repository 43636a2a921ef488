package io.gazeshift.trials;

import com.google.protobuf.Message;
import io.gazeshift.inference.keys.KeyFiles;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Topic;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.testing.EventLog;
import io.gazeshift.testing.ProgramProcess;
import io.gazeshift.testing.RunningBroker;
import io.gazeshift.testing.SmallModel;
import io.gazeshift.testing.TopicReader;
import io.gazeshift.trials.harness.Cameras;
import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.InjectedFault;
import io.gazeshift.trials.harness.Ledger;
import io.gazeshift.trials.harness.Meters;
import io.gazeshift.trials.harness.Mutator;
import io.gazeshift.trials.harness.PredictionWatch;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.RoleProcess;
import io.gazeshift.trials.harness.TrialPlan;
import io.gazeshift.trials.harness.TrialResult;
import io.gazeshift.trials.harness.TrialSite;
import io.gazeshift.trials.harness.Vitals;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.awaitility.Awaitility;

/** Damaged records on every topic, while good ones go on. */
final class DamagedRecords implements InjectedFault {

  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final double FACES_PER_SECOND = 10;
  private static final double MAY_GROW_MIB = 300;
  private static final String PREDICTED = "gazeshift_infer_predictions_total";
  private static final String REJECTED = "gazeshift_infer_rejected_total";
  private static final String HEADS_REJECTED = "gazeshift_infer_head_rejected_total";
  private static final String LEARNT_NOT = "gazeshift_adapt_rejected_total";
  private static final String UNREADABLE = "gazeshift_adapt_unreadable_total";
  private static final String RESTARTS = "gazeshift_adapt_restarts_total";
  private static final String EVENTS_LAG = "gazeshift_events_lag";
  private static final String EVENTS_RESTARTS = "gazeshift_events_restarts_total";
  private static final Pattern LEFT_OUT = Pattern.compile("not used: glance \\S+ cannot be read: ");

  /** The newest record of each counts. */
  private static final int GLANCES = 100;

  private static final int AT_ONCE = 1_000;

  /** How many records of a topic were sent that cannot be read. */
  private final Map<Topic, Long> unreadable = new HashMap<>();

  /** Keys of glances, and whether the newest record of each cannot be read. */
  private final Map<String, Boolean> glances = new HashMap<>();

  @Override
  public String name() {
    return "poison";
  }

  @Override
  public List<TrialResult> inflict(TrialPlan plan) throws Exception {
    Path home = plan.directory(name());
    KeyFiles keys = KeyFiles.generate(home.resolve("keys"), new SecureRandom());
    SmallModel world = new SmallModel(home);
    Ledger ledger = new Ledger();
    Checks checks = new Checks();
    unreadable.clear();
    glances.clear();
    try (TrialSite site = TrialSite.open(home);
        KafkaProducer<String, byte[]> producer = RunningBroker.producer(site.bootstrap());
        PredictionWatch watch = PredictionWatch.predictions(site, "good", ledger);
        Cameras cameras = new Cameras(plan.faces(), site.bootstrap(), "good", ledger)) {
      RoleProcess infer =
          site.role(
              "infer",
              RoleProcess.SMALL_HEAP,
              "infer",
              "infer.trusted-keys=" + keys.publicKey(),
              "events.enabled=true");
      RoleProcess adapt = adaptation(site, world);
      infer.start();
      adapt.start();
      cameras.start(FACES_PER_SECOND);
      watch.awaitRecovery();
      Vitals inferBefore = Vitals.ofLive(infer.handle());
      Vitals adaptBefore = Vitals.ofLive(adapt.handle());

      ValidRecords valid = new ValidRecords(plan.faces(), world);
      int each = plan.records();
      Mutator mutator = new Mutator(plan.random(name()));
      for (Map.Entry<Topic, Message> entry : valid.byTopic().entrySet()) {
        Pace pace = pace(entry.getKey(), infer);
        send(producer, entry.getKey(), entry.getValue(), mutator, each, pace);
      }
      producer.flush();
      cameras.stop();

      long faces = each + ledger.acknowledged();
      checks.within(
          PATIENCE,
          "every face is predicted or a dead letter",
          () ->
              infer.meters().count(PREDICTED) + infer.meters().count(REJECTED) == faces
                  || !infer.isAlive());
      letters(checks, site, infer.meters().count(REJECTED), each);
      checks.within(
          PATIENCE,
          "every damaged head is rejected",
          () -> infer.meters().count(HEADS_REJECTED) == each || !infer.isAlive());
      checks.within(
          PATIENCE,
          "every damaged feature that cannot be read is counted by its reason",
          () -> unread(adapt) == unreadable.get(Topics.FEATURES) || !adapt.isAlive());
      for (Topic topic : List.of(Topics.REQUESTS, Topics.ADAPTATIONS)) {
        checks.within(
            PATIENCE,
            "every damaged request and event is counted by its reason",
            () -> passedOver(adapt, topic) || !adapt.isAlive());
      }
      checks.within(
          PATIENCE,
          "every damaged prediction is searched for events",
          () -> infer.meters().count(EVENTS_LAG) == 0 || !infer.isAlive());
      checks.equal("events did not begin anew", 0L, infer.meters().count(EVENTS_RESTARTS));
      watch.drain();
      checks.that("inference did not crash", infer.isAlive() && !infer.crashed(), infer.log());
      checks.that("adaptation did not crash", adapt.isAlive() && !adapt.crashed(), adapt.log());
      checks.that(
          "skipped records do not flood the log",
          adapt.log().lines().filter(line -> line.contains("passed over")).count() < 100,
          adapt.log());
      adaptsStill(checks, site, world, producer);
      readersStill(checks, site);
      glances(checks, site);
      String growth =
          growth(checks, "inference", inferBefore, Vitals.ofLive(infer.handle()))
              + "; "
              + growth(checks, "adaptation", adaptBefore, Vitals.ofLive(adapt.handle()));
      checks.equal("inference shuts down cleanly", 0, infer.stop());
      checks.equal("adaptation shuts down cleanly", 0, adapt.stop());
      TrialResult sent =
          TrialResult.of(
              "poison: %,d damaged records on each of %d topics"
                  .formatted(each, valid.byTopic().size()),
              (long) each * valid.byTopic().size(),
              ledger,
              new Recovery(),
              checks,
              growth);
      int seconds = Math.toIntExact(plan.size().fuzz().toSeconds());
      return List.of(sent, new CoverageFuzz(home, seconds, plan.seed()).run(valid.byTopic()));
    }
  }

  private static RoleProcess adaptation(TrialSite site, SmallModel world) throws Exception {
    return site.role(
        "adapt",
        RoleProcess.SMALL_HEAP,
        "adapt",
        "adapt.bank=" + world.bankFile(),
        "infer.model=" + world.model(),
        "adapt.device=cpu",
        "adapt.gate=warn",
        "adapt.min-samples=280");
  }

  /** Called now and then while records are sent, with how many have been. */
  private interface Pace {
    void keep(long sent);
  }

  /**
   * Faces are kept for ten minutes, and of heads the newest only: what waits must not be more than
   * can be read before it goes.
   */
  private static Pace pace(Topic topic, RoleProcess infer) {
    if (topic.equals(Topics.FACES)) {
      return sent -> awaitRead(infer, sent, List.of(PREDICTED, REJECTED));
    }
    return topic.equals(Topics.MODELS)
        ? sent -> awaitRead(infer, sent, List.of(HEADS_REJECTED))
        : sent -> {};
  }

  private static void awaitRead(RoleProcess infer, long sent, List<String> meters) {
    Awaitility.await("inference keeps up")
        .atMost(PATIENCE)
        .until(
            () -> {
              if (!infer.isAlive()) {
                return true;
              }
              Meters now = infer.meters();
              return meters.stream().mapToLong(now::count).sum() >= sent - AT_ONCE;
            });
  }

  @SuppressWarnings("FutureReturnValueIgnored") // Flushed, and counted where they are read.
  private void send(
      KafkaProducer<String, byte[]> producer,
      Topic topic,
      Message valid,
      Mutator mutator,
      int count,
      Pace pace) {
    for (int i = 0; i < count; i++) {
      if (i % AT_ONCE == 0) {
        pace.keep(i);
      }
      byte[] damaged = mutator.damaged(valid);
      boolean readable = isReadable(topic, damaged);
      String key = ValidRecords.NAME;
      if (!readable) {
        unreadable.merge(topic, 1L, Long::sum);
      }
      if (topic.equals(Topics.CALIBRATION)) {
        key = ValidRecords.NAME + "@glance-" + i % GLANCES;
        glances.put(key, !readable);
      }
      producer.send(new ProducerRecord<>(topic.name(), key, damaged));
    }
  }

  private static boolean isReadable(Topic topic, byte[] bytes) {
    try {
      Object message = topic.type().orElse(RecordType.FACE_FRAME).decode(bytes);
      return !(message instanceof FeatureSample feature)
          || feature.getIdentity().getDomain().equals(ValidRecords.NAME);
    } catch (BadRecordException e) {
      return false;
    }
  }

  private static long unread(RoleProcess adapt) throws Exception {
    long sum = 0;
    for (BadRecordException.Reason reason : BadRecordException.Reason.values()) {
      sum += Math.round(adapt.meters().sum(LEARNT_NOT, "reason=\"%s\"".formatted(reason)));
    }
    return sum + Math.round(adapt.meters().sum(LEARNT_NOT, "reason=\"WRONG_KEY\""));
  }

  /** A loop that has begun anew has read events again. */
  private boolean passedOver(RoleProcess adapt, Topic topic) throws Exception {
    Meters meters = adapt.meters();
    long counted = Math.round(meters.sum(UNREADABLE, "topic=\"%s\"".formatted(topic.name())));
    long sent = unreadable.get(topic);
    return meters.count(RESTARTS) == 0 ? counted == sent : counted >= sent;
  }

  /** The topic of dead letters got damaged records of its own, which have no reason. */
  private static void letters(Checks checks, TrialSite site, long rejected, int sentThere) {
    AtomicLong all = new AtomicLong();
    AtomicLong told = new AtomicLong();
    TopicReader.readAll(
        site.bootstrap(),
        Topics.FACES_DLQ.name(),
        letter -> {
          all.incrementAndGet();
          Header reason = letter.headers().lastHeader("gazeshift.reason");
          if (reason != null && reason.value().length > 0) {
            told.incrementAndGet();
          }
        });
    checks.equal("every rejected face is one dead letter, with its reason", rejected, told.get());
    checks.equal(
        "records in the dead-letter topic stay unchanged", sentThere, all.get() - told.get());
  }

  private static void adaptsStill(
      Checks checks, TrialSite site, SmallModel world, KafkaProducer<String, byte[]> producer) {
    try (EventLog events = new EventLog(site.bootstrap())) {
      SmallModel.send(producer, world.stream("after", 120, Instant.now().minusSeconds(600), 0, 3));
      checks.within(
          PATIENCE,
          "afterwards adaptation of a domain works as before",
          () -> !events.of("after", event -> event.getPublishedVersion() == 1).isEmpty());
    }
  }

  /** People's commands read the same topics. */
  private static void readersStill(Checks checks, TrialSite site) throws Exception {
    for (String words : List.of("models list", "glances list --domain poison")) {
      String[] all = (words + " --kafka " + site.bootstrap()).split(" ");
      try (ProgramProcess program = ProgramProcess.run(site.home(), Map.of(), all)) {
        checks.that(
            "'gazeshift %s' still answers, without a stack trace".formatted(words),
            program.exitCode() <= 2 && !program.err().contains("\tat "),
            program);
      }
    }
  }

  private void glances(Checks checks, TrialSite site) throws Exception {
    String[] words = {
      "glances", "list", "--domain", ValidRecords.NAME, "--kafka", site.bootstrap()
    };
    try (ProgramProcess list = ProgramProcess.run(site.home(), Map.of(), words)) {
      checks.equal(
          "every glance that cannot be read is listed with its reason",
          glances.values().stream().filter(broken -> broken).count(),
          LEFT_OUT.matcher(list.out()).results().count());
    }
  }

  private static String growth(Checks checks, String what, Vitals before, Vitals after) {
    checks.that(
        "%s grows by less than %.0f MiB, garbage apart".formatted(what, MAY_GROW_MIB),
        after.residentMib() - before.residentMib() < MAY_GROW_MIB,
        "%.0f MiB after %.0f".formatted(after.residentMib(), before.residentMib()));
    return String.format(
        Locale.ROOT,
        "%s: %.0f MiB before, %.0f after",
        what,
        before.residentMib(),
        after.residentMib());
  }
}
