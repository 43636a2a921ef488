package io.gazeshift.daemon.offline;

import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.data.TargetSet;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.train.Adaptation;
import io.gazeshift.glsge.train.AdaptationResult;
import io.gazeshift.glsge.train.AdaptationSettings;
import io.gazeshift.glsge.train.EpochReport;
import java.util.Locale;
import java.util.function.Consumer;

/** The ways to fit a head to an unlabelled target. */
public enum AdaptMethod {
  /** GLSGE as the paper has it. */
  PAPER {
    @Override
    public AdaptationResult run(
        AdaptationSettings settings,
        Head start,
        SourceBank source,
        TargetSet target,
        Consumer<EpochReport> progress) {
      return new Adaptation(settings).run(start, source, target, progress, () -> false);
    }
  };

  /**
   * Adapts a head, which is left untouched.
   *
   * @throws IllegalArgumentException if the data cannot be trained on, with what is wrong
   */
  public abstract AdaptationResult run(
      AdaptationSettings settings,
      Head start,
      SourceBank source,
      TargetSet target,
      Consumer<EpochReport> progress);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
