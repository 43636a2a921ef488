package io.gazeshift.adaptation.service;

import io.gazeshift.adaptation.buffer.TargetSnapshot;
import io.gazeshift.adaptation.domains.DomainState;
import io.gazeshift.adaptation.events.GlanceLooks;
import io.gazeshift.adaptation.publish.Heads;
import io.gazeshift.adaptation.run.Frames;
import io.gazeshift.adaptation.run.Job;
import io.gazeshift.adaptation.run.KnowledgeSource;
import io.gazeshift.adaptation.run.StopSignal;
import io.gazeshift.adaptation.schedule.RunQueue;
import io.gazeshift.glsge.head.Head;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Gathers what a run needs: samples, heads and what is known about the domain. */
final class JobFactory {

  private final Heads heads;
  private final KnowledgeSource knowledge;
  private final GlanceLooks looks;
  private final Duration timeLimit;

  JobFactory(Heads heads, KnowledgeSource knowledge, GlanceLooks looks, Duration timeLimit) {
    this.heads = heads;
    this.knowledge = knowledge;
    this.looks = looks;
    this.timeLimit = timeLimit;
  }

  /**
   * Empty if the domain is pinned.
   *
   * @throws io.gazeshift.common.UserError if a head cannot be used
   * @throws IllegalArgumentException if what is known about the domain cannot be used
   */
  Optional<Job> create(RunQueue.Waiting run, DomainState domain, Instant now) {
    Heads.Facts facts = heads.facts(run.domain());
    if (facts.pinned()) {
      return Optional.empty();
    }
    Head parent = heads.load(run.domain());
    TargetSnapshot samples = domain.snapshot();
    return Optional.of(
        new Job(
            run,
            new Job.Input(domain.partition(), domain.partition().position(), samples),
            new Job.StartingHeads(heads.origin(run.domain()), parent, facts.version()),
            knowledge
                .of(run.domain(), Frames.rotations(samples.training()))
                .withLooks(glance -> looks.at(run.domain(), glance)),
            now,
            new StopSignal(timeLimit)));
  }
}
