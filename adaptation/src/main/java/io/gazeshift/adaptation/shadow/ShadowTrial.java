package io.gazeshift.adaptation.shadow;

import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.heads.VersionedHead;
import io.gazeshift.protocol.v1.FeatureSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lets a candidate predict beside the active head, on features that inference has published, and
 * judges it after enough of them. Takes the faces of one domain; those of another backbone are
 * ignored. Not thread-safe.
 */
public final class ShadowTrial {

  /** Jitter of fewer steps is chance. */
  private static final int LEAST_STEPS = 30;

  /** Frames that are never neighbours do not become so by waiting. */
  private static final int PATIENCE = 4;

  private final Head candidate;
  private final VersionedHead active;
  private final String backboneFingerprint;
  private final ShadowSettings settings;
  private final SideBySide heads;

  /**
   * @param active with the version that faces carry at the moment
   */
  public ShadowTrial(
      Head candidate, VersionedHead active, String backboneFingerprint, ShadowSettings settings) {
    this.candidate = candidate;
    this.active = active;
    this.backboneFingerprint = backboneFingerprint;
    this.settings = settings;
    this.heads = new SideBySide(settings.steadiness().range());
  }

  /** Takes a face; answers the verdict, once, with the face that completes the trial. */
  public Optional<ShadowVerdict> offer(FeatureSample sample) {
    long version = sample.getModelVersion();
    if (VersionedHead.isPossible(version) && version > active.version()) {
      return Optional.of(overtaken(version));
    }
    if (!Features.fit(sample, candidate, backboneFingerprint)) {
      return Optional.empty();
    }
    float[] features = Features.of(sample);
    heads.add(
        Features.track(sample.getIdentity()),
        sample.getIdentity().getCaptureMicros(),
        Features.predicted(active.head(), features),
        Features.predicted(candidate, features));
    if (heads.faces() < settings.samples() || (heads.steps() < LEAST_STEPS && mayWait())) {
      return Optional.empty();
    }
    return Optional.of(judge());
  }

  /** How much of the trial is done, 0 to 1. */
  public double progress() {
    return Math.min(1, (double) heads.faces() / settings.samples());
  }

  private boolean mayWait() {
    return heads.faces() < (long) PATIENCE * Math.max(settings.samples(), LEAST_STEPS);
  }

  private ShadowVerdict judge() {
    List<WatchFinding> findings = new ArrayList<>();
    if (heads.steps() < LEAST_STEPS) {
      findings.add(tooFewSteps());
    }
    findings.addAll(settings.steadiness().judge(heads));
    findings.add(difference());
    findings.add(correlation());
    return ShadowVerdict.of(heads.faces(), findings);
  }

  private ShadowVerdict overtaken(long version) {
    return ShadowVerdict.of(
        heads.faces(),
        List.of(
            new WatchFinding(
                "in-force",
                false,
                version,
                active.version(),
                "head %d has taken the place of %d meanwhile, so there is nothing to compare with"
                    .formatted(version, active.version()))));
  }

  private WatchFinding tooFewSteps() {
    return new WatchFinding(
        "steps",
        false,
        heads.steps(),
        LEAST_STEPS,
        "only %d of %d faces follow another of the same track at once, %d are needed to see jitter"
            .formatted(heads.steps(), heads.faces(), LEAST_STEPS));
  }

  private WatchFinding difference() {
    double value = heads.meanDifferenceDeg();
    double bound = settings.maxDifferenceDeg();
    return new WatchFinding(
        "difference",
        value <= bound,
        value,
        bound,
        Steadiness.text(
            "it is %.1f deg from the active head on average (up to %.1f is taken)", value, bound));
  }

  private WatchFinding correlation() {
    double value = heads.correlation();
    double bound = settings.leastCorrelation();
    return new WatchFinding(
        "correlation",
        value >= bound,
        value,
        bound,
        Steadiness.text(
            "it goes along with the active head by a correlation of %.2f (%.2f is needed)",
            value, bound));
  }
}
