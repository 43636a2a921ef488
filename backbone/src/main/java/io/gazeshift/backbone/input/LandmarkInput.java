package io.gazeshift.backbone.input;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.gazeshift.protocol.LandmarkPoints;
import java.util.List;
import java.util.OptionalInt;

/**
 * The landmarks of a face as one row of numbers: of the right eye and then of the left one, x and y
 * of each point of the lids and x, y and radius of the iris; x and y of the skull's points; the
 * rotation from head axes to the virtual camera's, row by row. Lengths are millimetres.
 */
public record LandmarkInput(@JsonProperty("output") String output) implements BackboneInput {

  static final String KIND = "landmarks";

  /** Numbers of one eye. */
  public static final int EYE = 2 * LandmarkPoints.LIDS + 3;

  /** Where the skull's points begin. */
  public static final int SKULL = 2 * EYE;

  /** Where the rotation begins. */
  public static final int ROTATION = SKULL + 2 * LandmarkPoints.SKULL;

  /** Numbers of a face. */
  public static final int WIDTH = ROTATION + 9;

  private static final List<Long> SHAPE = List.of((long) WIDTH);

  @Override
  public boolean readsLandmarks() {
    return true;
  }

  @Override
  public List<Long> shape() {
    return SHAPE;
  }

  @Override
  public OptionalInt patchSize() {
    return OptionalInt.empty();
  }

  @Override
  public FaceReader newReader() {
    return new LandmarkReader();
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
