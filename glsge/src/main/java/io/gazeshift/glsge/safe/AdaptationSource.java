package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.data.SourceBank;
import java.util.Optional;

/**
 * The labelled people that an adaptation may use: those it trains on, and those that neither the
 * head nor the adaptation trains on, to measure a head's slope, noise and bias. The people that the
 * gate judges on are not in it, so no adaptation can reach them: see {@link SourceSplit}.
 */
public final class AdaptationSource {

  /** Of fewer frames, a head's slope and noise say too little. */
  static final int FEWEST_ESTIMATE_FRAMES = 100;

  private final SourceBank train;
  private final Optional<SourceBank> estimate;
  private final SourceLabels labels;

  /**
   * @param train the people that heads are trained on
   * @param estimate other people; without them nothing is adapted unless the site is known
   */
  public AdaptationSource(SourceBank train, Optional<SourceBank> estimate) {
    SourceParts.requireVaried("the source bank has", train.gaze());
    estimate.ifPresent(
        people -> {
          SourceParts.requireWidth(train, people);
          SourceParts.requireVaried("the validation people have", people.gaze());
        });
    this.train = train;
    this.estimate = estimate;
    this.labels = new SourceLabels(train.gaze());
  }

  public SourceBank train() {
    return train;
  }

  /** The people to measure heads on, if there are enough frames of them. */
  public Optional<SourceBank> estimate() {
    return estimate.filter(people -> people.size() >= FEWEST_ESTIMATE_FRAMES);
  }

  /** How many frames there are to measure heads on, enough or not. */
  int estimateFrames() {
    return estimate.map(SourceBank::size).orElse(0);
  }

  /** Where the people that are trained on look. */
  SourceLabels labels() {
    return labels;
  }
}
