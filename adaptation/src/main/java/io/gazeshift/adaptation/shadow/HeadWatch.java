package io.gazeshift.adaptation.shadow;

import io.gazeshift.inference.heads.VersionedHead;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FeatureSample;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Watches a published head for a while after the swap. Its predictions, as the faces carry them,
 * are held against what its parent makes of the same features. Takes the faces of one domain; those
 * that another version predicted are ignored. Not thread-safe.
 */
public final class HeadWatch {

  /** A face that was away for longer was not watched meanwhile. */
  private static final Duration GAP = Duration.ofSeconds(2);

  private final long version;
  private final VersionedHead parent;
  private final String backboneFingerprint;
  private final WatchSettings settings;
  private final ObservedTime inWindow = new ObservedTime(GAP);
  private SideBySide window;
  private Duration watched = Duration.ZERO;
  private Duration worse = Duration.ZERO;
  private boolean over;

  /**
   * @param version of the published head
   * @param parent the head it would be exchanged for
   */
  public HeadWatch(
      long version, VersionedHead parent, String backboneFingerprint, WatchSettings settings) {
    this.version = version;
    this.parent = parent;
    this.backboneFingerprint = backboneFingerprint;
    this.settings = settings;
    this.window = new SideBySide(settings.steadiness().range());
  }

  /** Takes a face; answers, once, that the head has to be taken back. */
  public Optional<Relapse> offer(FeatureSample sample) {
    if (over) {
      return Optional.empty();
    }
    int age = Long.compareUnsigned(sample.getModelVersion(), version);
    if (age > 0) {
      over = true;
    }
    if (age != 0 || !Features.fit(sample, parent.head(), backboneFingerprint)) {
      return Optional.empty();
    }
    FaceIdentity identity = sample.getIdentity();
    inWindow.saw(identity.getCamera(), identity.getCaptureMicros());
    window.add(
        Features.track(identity),
        identity.getCaptureMicros(),
        Features.predicted(parent.head(), Features.of(sample)),
        Gaze.from(sample.getPrediction()));
    boolean full =
        inWindow.total().compareTo(settings.window()) >= 0
            && window.faces() >= settings.leastFaces();
    return full ? judge() : Optional.empty();
  }

  /** Whether there is nothing left to watch: long enough, taken back, or another head came. */
  public boolean isOver() {
    return over;
  }

  private Optional<Relapse> judge() {
    List<WatchFinding> findings = settings.steadiness().judge(window);
    Duration took = inWindow.total();
    boolean steady = findings.stream().allMatch(WatchFinding::passed);
    worse = steady ? Duration.ZERO : worse.plus(took);
    watched = watched.plus(took);
    window = new SideBySide(settings.steadiness().range());
    inWindow.restart();
    if (worse.compareTo(settings.patience()) >= 0) {
      over = true;
      return Optional.of(new Relapse(version, parent.version(), worse, findings));
    }
    // One that is worse at the moment is watched until it is known for how long.
    over = steady && watched.compareTo(settings.watched()) >= 0;
    return Optional.empty();
  }
}
