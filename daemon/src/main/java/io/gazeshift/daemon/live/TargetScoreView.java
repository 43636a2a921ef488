package io.gazeshift.daemon.live;

import io.gazeshift.targets.score.ConfusionMatrix;
import io.gazeshift.targets.score.GlanceScore;
import java.util.List;

/**
 * How well one head says what is looked at.
 *
 * @param screens those that were truly looked at
 */
public record TargetScoreView(
    ConfusionMatrix targets, List<ScreenErrorView> screens, GlanceScore glances) {

  public TargetScoreView {
    screens = List.copyOf(screens);
  }
}
