package io.gazeshift.backbone.input;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.gazeshift.backbone.eyes.SecondOpinion;
import io.gazeshift.ingest.normalise.VirtualCamera;
import java.util.List;
import java.util.OptionalInt;

/**
 * The landmarks of a face, as {@link LandmarkInput} describes them, followed by pictures of both
 * eyes cut from its patch: first the one on the image's left.
 */
public record LandmarkEyesInput(@JsonProperty("output") String output) implements BackboneInput {

  static final String KIND = "landmarks+eyes";

  /** Numbers of a face. */
  public static final int WIDTH = LandmarkInput.WIDTH + SecondOpinion.EYES_FLOATS;

  @Override
  public boolean readsLandmarks() {
    return true;
  }

  @Override
  public List<Long> shape() {
    return List.of((long) WIDTH);
  }

  @Override
  public OptionalInt patchSize() {
    return OptionalInt.of(VirtualCamera.STANDARD.sizePx());
  }

  @Override
  public FaceReader newReader() {
    return new LandmarkEyesReader();
  }

  @Override
  public String canonical(String resolvedOutput) {
    return InputJson.canonical(KIND, WIDTH, resolvedOutput);
  }

  @Override
  public String toJson() {
    return InputJson.text(KIND, output);
  }
}
