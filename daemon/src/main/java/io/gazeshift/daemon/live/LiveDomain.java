package io.gazeshift.daemon.live;

import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.adaptation.prior.DomainPrior;
import io.gazeshift.inference.heads.VersionedHead;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.HeadModel;
import io.gazeshift.targets.hit.TargetMap;
import io.gazeshift.targets.shape.Target;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Collects the records of one domain. Not thread-safe. */
final class LiveDomain {

  /** A minute of one camera, to which the distributions are fitted. */
  private static final int MOST_DIRECTIONS = 900;

  private static final int MOST_RECENT = 300;
  private static final int MOST_SWAPS = 100;

  private final String name;
  private final Optional<DomainPrior> prior;
  private final FaceScorer scorer;
  private final DomainScores scores;
  private final LiveTargets targets;
  private final Optional<TargetScores> targetScores;
  private final Deque<Direction> predicted = new ArrayDeque<>();
  private final Deque<Direction> truths = new ArrayDeque<>();
  private final Deque<SwapView> swaps = new ArrayDeque<>();
  private OptionalLong predicting = OptionalLong.empty();
  private long published;
  private boolean pinned;
  private Rotation turn = Rotation.IDENTITY;

  LiveDomain(String name, LiveSettings settings) {
    this.name = name;
    this.prior = settings.priors().forDomain(name);
    this.scorer = new FaceScorer(settings.source(), prior);
    this.scores = new DomainScores(settings.rolling());
    List<Target> known = settings.targets(name);
    this.targets = new LiveTargets(known);
    this.targetScores =
        known.isEmpty() ? Optional.empty() : Optional.of(new TargetScores(new TargetMap(known)));
  }

  /**
   * Returns the previously active head if this prediction comes from a newer one.
   *
   * @param lookSeconds how long the gaze stands for
   */
  OptionalLong note(GazePrediction prediction, double lookSeconds) {
    targets.note(prediction, lookSeconds);
    keep(predicted, Direction.of(Gaze.from(prediction.getCamera())), MOST_DIRECTIONS);
    long version = prediction.getModelVersion();
    OptionalLong before = predicting;
    // With several inference processes, some swap a moment later.
    predicting = OptionalLong.of(Math.max(version, before.orElse(version)));
    return before.isPresent() && version > before.getAsLong() ? before : OptionalLong.empty();
  }

  /** Whether the head is newer than the last one; a replayed record changes nothing. */
  boolean note(HeadModel head) {
    if (!VersionedHead.isPossible(head.getVersion()) || head.getVersion() <= published) {
      return false;
    }
    published = head.getVersion();
    pinned = head.getPinned();
    Instant at = Instant.EPOCH.plus(head.getCreatedMicros(), ChronoUnit.MICROS);
    keep(swaps, new SwapView(at, head.getVersion(), EventText.brief(head.getAuthor())), MOST_SWAPS);
    return true;
  }

  /** The version of the last head; 0 before the first. */
  long published() {
    return published;
  }

  void note(FaceEvent event) {
    targets.note(event);
  }

  void note(Rotation cameraToVirtual) {
    turn = cameraToVirtual;
  }

  void note(FaceJoin.Whole face, Instant now) {
    keep(truths, Direction.of(Gaze.from(face.truth().getCamera())), MOST_DIRECTIONS);
    scorer
        .score(face)
        .ifPresent(
            score -> {
              scores.add(score, now);
              targetScores.ifPresent(scored -> scored.add(face, score.sourceGaze()));
            });
  }

  /** Records the rolling error, and lets what was looked at fade; call it once a second. */
  void mark(Instant now) {
    scores.mark(now);
    targets.fade(now);
  }

  List<ActivePeriodView> periods() {
    return scores.periods(name);
  }

  List<TargetPeriodView> targetPeriods() {
    return targetScores.map(scored -> scored.periods(name)).orElse(List.of());
  }

  DomainView view(Instant now) {
    return new DomainView(
        name,
        predicting.orElse(published),
        pinned,
        scores.error(now),
        scores.history(),
        List.copyOf(swaps),
        GazeDistribution.of(predicted),
        GazeDistribution.of(truths),
        prior.map(known -> distributions(known.inCameraAxes(List.of(turn)))).orElse(List.of()),
        predicted.stream().skip(Math.max(0, predicted.size() - MOST_RECENT)).toList(),
        targets.view());
  }

  private static List<GazeDistribution> distributions(SiteKnowledge site) {
    if (site instanceof SiteKnowledge.Mean mean) {
      return List.of(
          new GazeDistribution(1, Direction.of(new Gaze(mean.pitchRad(), mean.yawRad())), 0, 0, 0));
    }
    List<GazeDistribution> distributions = new ArrayList<>();
    site.law()
        .ifPresent(
            known -> {
              for (int i = 0; i < known.mixture().parts().size(); i++) {
                distributions.add(
                    GazeDistribution.of(
                        known.mixture().parts().get(i), known.mixture().shares()[i]));
              }
            });
    return distributions;
  }

  private static <T> void keep(Deque<T> deque, T last, int most) {
    deque.addLast(last);
    if (deque.size() > most) {
      deque.removeFirst();
    }
  }
}
