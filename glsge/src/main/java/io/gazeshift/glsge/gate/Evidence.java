package io.gazeshift.glsge.gate;

/** A case with what several checks need of it, each computed once. */
final class Evidence {

  private final GateCase of;
  private Pair target;

  Evidence(GateCase of) {
    this.of = of;
  }

  /** What both heads make of the same frames. */
  record Pair(Predictions parent, Predictions candidate) {}

  GateCase of() {
    return of;
  }

  /** Of all target frames: those held out, then those trained on. */
  Pair target() {
    if (target == null) {
      target =
          new Pair(
              Predictions.of(of.parent(), of.heldOut().features()),
              Predictions.of(of.candidate(), of.heldOut().features()));
    }
    return target;
  }
}
