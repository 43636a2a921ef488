package io.gazeshift.adaptation.shadow;

import io.gazeshift.adaptation.domains.FaceObserver;
import io.gazeshift.adaptation.domains.OwnedPartition;
import io.gazeshift.adaptation.run.Job;
import io.gazeshift.adaptation.run.Worker;
import io.gazeshift.inference.heads.VersionedHead;
import io.gazeshift.protocol.v1.FeatureSample;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Candidates that predict beside the active head of their domain before they are published. They
 * are kept in memory only: if the domain moves to another process, it is adapted again. For one
 * thread.
 */
public final class ShadowTrials implements FaceObserver {

  private record Trial(Worker.Done done, ShadowTrial faces) {}

  /** A trial that has finished. */
  public record Judged(Worker.Done done, ShadowVerdict verdict) {}

  private final Map<String, Integer> samplesOfDomain;
  private final Steadiness steadiness;
  private final String fingerprint;
  private final Map<String, Trial> byDomain = new HashMap<>();
  private final Deque<Judged> judged = new ArrayDeque<>();

  /**
   * @param samplesOfDomain how many faces a candidate predicts first; domains without an entry have
   *     no trial
   * @param steadiness the limits for a candidate, compared with the active head
   */
  public ShadowTrials(
      Map<String, Integer> samplesOfDomain, Steadiness steadiness, String fingerprint) {
    this.samplesOfDomain = samplesOfDomain;
    this.steadiness = steadiness;
    this.fingerprint = fingerprint;
  }

  public boolean isAskedFor(String domain) {
    return samplesOfDomain.containsKey(domain);
  }

  /** Starts the trial of a run's candidate, in place of one that is under way. */
  public void begin(Worker.Done done) {
    Job job = done.job();
    byDomain.put(
        job.domain(),
        new Trial(
            done,
            new ShadowTrial(
                done.outcome().run().orElseThrow().account().head(),
                new VersionedHead(job.parent(), job.parentVersion()),
                fingerprint,
                ShadowSettings.of(
                    Objects.requireNonNull(samplesOfDomain.get(job.domain())), steadiness))));
  }

  @Override
  public void saw(OwnedPartition partition, FeatureSample face) {
    String domain = face.getIdentity().getDomain();
    Trial trial = byDomain.get(domain);
    if (trial == null) {
      return;
    }
    trial
        .faces
        .offer(face)
        .ifPresent(
            verdict -> {
              byDomain.remove(domain);
              judged.add(new Judged(trial.done, verdict));
            });
  }

  /** The next finished trial, until {@link #published}. */
  public Optional<Judged> next() {
    return Optional.ofNullable(judged.peek());
  }

  public void published() {
    judged.remove();
  }

  @Override
  public void forget(OwnedPartition partition) {
    byDomain.values().removeIf(trial -> trial.done.job().partition().equals(partition));
    judged.removeIf(trial -> trial.done.job().partition().equals(partition));
  }
}
