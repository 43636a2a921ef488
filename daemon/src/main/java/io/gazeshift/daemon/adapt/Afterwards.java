package io.gazeshift.daemon.adapt;

import io.gazeshift.daemon.infer.CommitAbortedException;
import io.gazeshift.daemon.watch.Relapse;
import io.gazeshift.daemon.watch.ShadowVerdict;
import io.gazeshift.protocol.v1.AdaptationEvent;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes what came of candidates that ran beside the head in force, and takes back heads that
 * went wrong after they were published. What is not written is tried again after the next poll. For
 * the consumer's thread.
 */
final class Afterwards {

  private static final Logger log = LoggerFactory.getLogger(Afterwards.class);

  private final Heads heads;
  private final Trials trials;
  private final Watches watches;
  private final Outbox outbox;
  private final RunEvents events;
  private final AdaptMeters meters;
  private final InstantSource clock;

  Afterwards(
      Heads heads,
      Trials trials,
      Watches watches,
      Outbox outbox,
      RunEvents events,
      AdaptMeters meters,
      InstantSource clock) {
    this.heads = heads;
    this.trials = trials;
    this.watches = watches;
    this.outbox = outbox;
    this.events = events;
    this.meters = meters;
    this.clock = clock;
  }

  void goOn() {
    try {
      while (trials.next().isPresent()) {
        end(trials.next().get());
        trials.published();
      }
      while (watches.next().isPresent()) {
        takeBack(watches.next().get());
        watches.takenBack();
      }
    } catch (CommitAbortedException e) {
      log.info("not published yet: {}", e.getMessage());
    }
  }

  private void end(Trials.Judged judged) {
    Job job = judged.done().job();
    ShadowVerdict verdict = judged.verdict();
    heads.refresh();
    Heads.Facts facts = heads.facts(job.domain());
    boolean wanted = facts.version() == job.parentVersion() && !facts.pinned();
    List<ProducerRecord<String, byte[]>> records = new ArrayList<>();
    long version = 0;
    if (verdict.promoted() && wanted) {
      Heads.Next next =
          heads.publication(
              job.domain(),
              judged.done().outcome().run().orElseThrow().account().head(),
              job.parentVersion(),
              "%s; %s".formatted(job.why().decision().explanation(), verdict.explanation()));
      records.addAll(next.records());
      version = next.version();
    }
    AdaptationEvent event = events.shadowed(judged, version, clock.instant());
    records.add(Outbox.record(event));
    outbox.send(job.partition(), records);
    meters.told(event);
    log.info("domain {}: the candidate {}", job.domain(), verdict.explanation());
  }

  private void takeBack(Watches.TakeBack found) {
    Relapse relapse = found.relapse();
    heads.refresh();
    Heads.Facts facts = heads.facts(found.domain());
    if (facts.version() != relapse.version() || facts.pinned()) {
      return;
    }
    Heads.Next next = heads.restore(found.domain(), relapse.parentVersion(), relapse.explanation());
    List<ProducerRecord<String, byte[]>> records = new ArrayList<>(next.records());
    AdaptationEvent event =
        events.rolledBack(found.domain(), relapse, next.version(), clock.instant());
    records.add(Outbox.record(event));
    outbox.send(found.partition(), records);
    meters.told(event);
    log.warn("domain {}: {}; it is taken back", found.domain(), relapse.explanation());
  }
}
