package io.gazeshift.glsge.safe;

import io.gazeshift.glsge.train.StepLoss;
import io.gazeshift.glsge.train.TrainingListener;
import java.util.ArrayList;
import java.util.List;

/** Records the losses, and forwards all events. */
final class LossRecorder implements TrainingListener {

  private final TrainingListener told;
  private final List<StepLoss> losses = new ArrayList<>();

  LossRecorder(TrainingListener told) {
    this.told = told;
  }

  @Override
  public void done(double fraction) {
    told.done(fraction);
  }

  @Override
  public void loss(StepLoss point) {
    losses.add(point);
    told.loss(point);
  }

  List<StepLoss> losses() {
    return losses;
  }
}
