package io.gazeshift.daemon.live;

import io.gazeshift.targets.score.ConfusionCounts;
import io.gazeshift.targets.score.ErrorHistogram;
import io.gazeshift.targets.score.GlanceScore;
import io.gazeshift.targets.shape.Target;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Sums of what one head said about targets. Not thread-safe. */
final class TargetTally {

  private final ConfusionCounts counts;
  private final Map<String, ScreenErrors> screens = new LinkedHashMap<>();

  private static final class ScreenErrors {
    private final ErrorHistogram millimetres = new ErrorHistogram();
    private final ErrorHistogram pixels = new ErrorHistogram();
  }

  TargetTally(List<Target> targets) {
    counts = new ConfusionCounts(targets);
  }

  void add(TargetLook truth, TargetLook said) {
    counts.add(truth.target(), said.target());
    truth
        .onScreen()
        .ifPresent(
            point -> {
              ScreenErrors errors =
                  screens.computeIfAbsent(truth.target(), name -> new ScreenErrors());
              TargetLook.PointError error = said.errorOf(truth.target(), point);
              errors.millimetres.add(error.millimetres());
              error.pixels().ifPresent(errors.pixels::add);
            });
  }

  TargetScoreView view(GlanceScore glances) {
    List<ScreenErrorView> views = new ArrayList<>();
    screens.forEach(
        (name, errors) ->
            views.add(
                new ScreenErrorView(
                    name,
                    errors.millimetres.count(),
                    errors.millimetres.median().orElse(Double.NaN),
                    errors.pixels.count() == 0 ? OptionalDouble.empty() : errors.pixels.median())));
    return new TargetScoreView(counts.matrix(), views, glances);
  }
}
