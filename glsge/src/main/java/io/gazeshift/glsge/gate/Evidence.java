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

  // Enough to tell a head's mean, spread and jitter. A buffer holds out a tenth of its fixations,
  // so
  // this takes about two hundred of them, two fifths of a full buffer.
  private static final int FEWEST_HELD_OUT_FIXATIONS = 20;

  private final GateCase of;
  private final FixatedFrames frames;
  private final FixatedFrames unseen;
  private final Grouping fixations;
  private Pair target;
  private Pair heldOut;
  private Optional<TargetView> view;
  private Optional<Halves> halves;

  Evidence(GateCase of) {
    this.of = of;
    this.frames = together(of.heldOut(), of.training());
    boolean enough = Grouping.of(of.heldOut().fixation()).groups() >= FEWEST_HELD_OUT_FIXATIONS;
    this.unseen = enough ? of.heldOut() : frames;
    this.fixations = Grouping.of(unseen.fixation());
  }

  /** What both heads make of the same frames. */
  record Pair(Predictions parent, Predictions candidate) {}

  GateCase of() {
    return of;
  }

  /**
   * The target frames that candidates are measured on: those held out, or all of them where fewer
   * than 20 fixations were held out.
   */
  FixatedFrames unseen() {
    return unseen;
  }

  /** The fixations of the frames that candidates are measured on. */
  Grouping fixations() {
    return fixations;
  }

  /** What both heads make of the frames that candidates are measured on. */
  Pair target() {
    if (target == null) {
      target = pair(unseen.features());
    }
    return target;
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
    return Spread.of(fixations.means(target().candidate().gaze())).area()
        / Spread.of(fixations.means(target().parent().gaze())).area();
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
