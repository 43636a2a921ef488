package io.gazeshift.inference.pipeline;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.input.BackboneInput;
import java.nio.FloatBuffer;
import java.time.Duration;

/** A backbone that takes its time. Closes the one it asks. */
record SlowBackbone(Backbone asked, Duration pause) implements Backbone {

  @Override
  public int featureSize() {
    return asked.featureSize();
  }

  @Override
  public BackboneInput input() {
    return asked.input();
  }

  @Override
  public String fingerprint() {
    return asked.fingerprint();
  }

  @Override
  public String device() {
    return asked.device();
  }

  @Override
  public float[] features(FloatBuffer patches, int count) {
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return asked.features(patches, count);
  }

  @Override
  public void close() {
    asked.close();
  }
}
