package io.gazeshift.glsge.gate;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.safe.FixatedFrames;
import io.gazeshift.glsge.safe.Grouping;
import io.gazeshift.glsge.safe.SafeSettings;
import io.gazeshift.glsge.safe.TargetView;
import java.util.Arrays;
import java.util.Optional;

/** A case with what several checks need of it, each computed once. */
final class Evidence {

  // Enough held-out fixations to compare two heads' spread and jitter, which chance moves alike. A
  // buffer holds out a tenth, so this takes some 200 of them, two fifths of a full buffer.
  private static final int FEWEST_FOR_SHAPE = 20;
  // Where people look on average differs between 20 fixations and the rest by a degree or two; a
  // narrower head then seems to jump.
  private static final int FEWEST_FOR_PLACE = 100;

  private final GateCase of;
  private final FixatedFrames frames;
  private Sample shape;
  private Sample place;
  private Pair heldOut;
  private Optional<TargetView> view;
  private Optional<Halves> halves;

  Evidence(GateCase of) {
    this.of = of;
    this.frames = together(of.heldOut(), of.training());
  }

  /** What both heads make of the same frames. */
  record Pair(Predictions parent, Predictions candidate) {}

  /** Target frames that a candidate is measured on. */
  record Sample(FixatedFrames frames, Grouping fixations, Pair pair) {}

  GateCase of() {
    return of;
  }

  /** To compare how predictions are spread: held-out frames, or all if few are held out. */
  Sample shape() {
    if (shape == null) {
      shape = sample(FEWEST_FOR_SHAPE);
    }
    return shape;
  }

  /** To compare where predictions lie, which takes more frames. */
  Sample place() {
    if (place == null) {
      place = sample(FEWEST_FOR_PLACE);
    }
    return place;
  }

  private Sample sample(int fewest) {
    boolean enough = Grouping.of(of.heldOut().fixation()).groups() >= fewest;
    FixatedFrames taken = enough ? of.heldOut() : frames;
    return new Sample(taken, Grouping.of(taken.fixation()), pair(taken.features()));
  }

  Pair heldOut() {
    if (heldOut == null) {
      heldOut = pair(of.heldOut().features());
    }
    return heldOut;
  }

  Pair pair(FeatureRows rows) {
    return new Pair(Predictions.of(of.parent(), rows), Predictions.of(of.candidate(), rows));
  }

  /** The room that the candidate's predictions fill, fixation by fixation, over the parent's. */
  double area() {
    Sample sample = shape();
    return Spread.of(sample.fixations().means(sample.pair().candidate().gaze())).area()
        / Spread.of(sample.fixations().means(sample.pair().parent().gaze())).area();
  }

  /**
   * Whether the candidate's predictions shake less within fixations than the room they fill would
   * explain: shrinking them all lowers both alike, so such a candidate tells fixations apart better
   * than its parent. With a site prior there is better evidence.
   */
  boolean isSteadier(GateBounds bounds) {
    // Not where either is not a number.
    return of.prior().isEmpty()
        && Jitter.ratio(shape()) / Math.sqrt(area()) <= bounds.steadierBelow();
  }

  /**
   * The people to judge on as the target would show them, where that can be told. All target frames
   * serve to tell it, for the candidate has no part in it.
   */
  Optional<TargetView> view() {
    if (view == null) {
      view = TargetView.of(of.parent(), of.source(), frames, of.prior(), SafeSettings.DEFAULT);
    }
    return view;
  }

  /** Adaptations to each half of the training frames, which is costly; where there are two. */
  Optional<Halves> halves() {
    if (halves == null) {
      halves = Halves.of(of);
    }
    return halves;
  }

  private static FixatedFrames together(FixatedFrames first, FixatedFrames second) {
    int width = first.features().width();
    float[] features = new float[(first.size() + second.size()) * width];
    for (int i = 0; i < first.size(); i++) {
      first.features().copy(i, features, i * width);
    }
    for (int i = 0; i < second.size(); i++) {
      second.features().copy(i, features, (first.size() + i) * width);
    }
    // Numbers of fixations are only unique within each of the two.
    int[] fixation = Arrays.copyOf(numbered(first), first.size() + second.size());
    int[] others = numbered(second);
    int next = Grouping.of(first.fixation()).groups();
    for (int i = 0; i < others.length; i++) {
      fixation[first.size() + i] = next + others[i];
    }
    return new FixatedFrames(FeatureRows.of(features, width), fixation);
  }

  private static int[] numbered(FixatedFrames frames) {
    return Grouping.of(frames.fixation()).group();
  }
}
