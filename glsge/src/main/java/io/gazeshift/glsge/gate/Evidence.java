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

  private final GateCase of;
  private final FixatedFrames frames;
  private final Grouping fixations;
  private Pair target;
  private Pair heldOut;
  private Optional<TargetView> view;
  private Optional<Halves> halves;

  Evidence(GateCase of) {
    this.of = of;
    this.frames = together(of.heldOut(), of.training());
    this.fixations = Grouping.of(frames.fixation());
  }

  /** What both heads make of the same frames. */
  record Pair(Predictions parent, Predictions candidate) {}

  GateCase of() {
    return of;
  }

  /** All target frames: those held out, then those trained on. */
  FixatedFrames frames() {
    return frames;
  }

  Grouping fixations() {
    return fixations;
  }

  /** Of all target frames. */
  Pair target() {
    if (target == null) {
      target = pair(frames.features());
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

  /** Validation people as the target would show them, where that can be told. */
  Optional<TargetView> view() {
    if (view == null) {
      view = TargetView.of(of.parent(), of.bank(), frames, of.prior(), SafeSettings.DEFAULT);
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
