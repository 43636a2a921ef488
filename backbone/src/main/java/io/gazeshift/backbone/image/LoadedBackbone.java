package io.gazeshift.backbone.image;

import ai.djl.Model;
import ai.djl.inference.Predictor;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.translate.NoopTranslator;
import ai.djl.translate.TranslateException;
import io.gazeshift.common.UserError;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A network loaded by DJL, in any engine. An unsuitable network is rejected on opening, by running
 * blank patches, not at the first face.
 */
final class LoadedBackbone implements Backbone {

  static final int CHANNELS = 3;

  /** Features of any length, as long as it is not known. */
  private static final long ANY_SIZE = -1;

  private static final Logger log = LoggerFactory.getLogger(LoadedBackbone.class);

  /** How an engine is given its input. */
  interface Input {
    /** An array over these floats, or a copy of them; it belongs to the manager. */
    NDArray array(NDManager manager, FloatBuffer floats, Shape shape);
  }

  private final String source;
  private final int inputSize;
  private final String fingerprint;
  private final String device;
  private final Model model;
  private final Input input;
  private final OutputChoice output;
  private final Predictor<NDList, NDList> predictor;
  private final int featureSize;
  private final boolean oneByOne;

  /** Takes the model over, once this returns; it is still the caller's where this throws. */
  LoadedBackbone(
      OutputChoice output,
      int inputSize,
      String fingerprint,
      DeviceChoice choice,
      Model model,
      Input input) {
    this.source = output.source();
    this.inputSize = inputSize;
    this.fingerprint = fingerprint;
    this.device = choice.reason();
    this.model = model;
    this.input = input;
    this.output = output;
    this.predictor = model.newPredictor(new NoopTranslator());
    Probe probe = probe();
    this.featureSize = probe.featureSize();
    this.oneByOne = probe.oneByOne();
    log.info(
        "{}: running on {}{}",
        source,
        device,
        oneByOne ? ", one patch at a time because its input is fixed to that" : "");
  }

  @Override
  public int featureSize() {
    return featureSize;
  }

  @Override
  public int inputSize() {
    return inputSize;
  }

  @Override
  public String fingerprint() {
    return fingerprint;
  }

  @Override
  public String device() {
    return device;
  }

  @Override
  public float[] features(FloatBuffer patches, int count) {
    try {
      if (!oneByOne || count == 1) {
        return pass(patches, 0, count, featureSize);
      }
      float[] features = new float[count * featureSize];
      for (int i = 0; i < count; i++) {
        System.arraycopy(
            pass(patches, i, 1, featureSize), 0, features, i * featureSize, featureSize);
      }
      return features;
    } catch (TranslateException e) {
      throw new IllegalStateException(
          "%s: failed on a batch of %d: %s".formatted(source, count, EngineMessage.of(e)), e);
    }
  }

  @Override
  public void close() {
    predictor.close();
    model.close();
  }

  private record Probe(int featureSize, boolean oneByOne) {}

  /** Networks exported with a fixed batch of one are common, so that is tried too. */
  private Probe probe() {
    try {
      return new Probe(blankFeatureSize(2), false);
    } catch (UserError two) {
      try {
        return new Probe(blankFeatureSize(1), true);
      } catch (UserError one) {
        two.addSuppressed(one);
        throw two;
      }
    }
  }

  /** Runs so many blank patches and says how long their features are. */
  private int blankFeatureSize(int count) {
    FloatBuffer blank =
        ByteBuffer.allocateDirect(count * CHANNELS * inputSize * inputSize * Float.BYTES)
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
    try {
      return pass(blank, 0, count, ANY_SIZE).length / count;
    } catch (TranslateException e) {
      throw new UserError(
          "%s: fails on %d blank patch(es) of %d x %d: %s"
              .formatted(source, count, inputSize, inputSize, EngineMessage.of(e)),
          e);
    }
  }

  private float[] pass(FloatBuffer patches, int from, int count, long size)
      throws TranslateException {
    int floats = CHANNELS * inputSize * inputSize;
    FloatBuffer used = patches.slice(from * floats, count * floats);
    try (NDManager manager = model.getNDManager().newSubManager()) {
      Shape shape = new Shape(count, CHANNELS, inputSize, inputSize);
      NDList outputs = predictor.predict(new NDList(input.array(manager, used, shape)));
      outputs.attach(manager);
      NDArray features = output.of(outputs);
      rejectMisfit(features, count, size);
      return features.toFloatArray();
    }
  }

  private void rejectMisfit(NDArray features, long count, long size) {
    Shape shape = features.getShape();
    if (features.getDataType() != DataType.FLOAT32) {
      throw new UserError(
          "%s: produces features of type %s; export it in float32"
              .formatted(source, features.getDataType()));
    }
    if (!isOneRowEach(shape, count) || (size != ANY_SIZE && shape.get(1) != size)) {
      throw new UserError(
          ("%s: produces the shape %s for %d patch(es), expected (%d, features); pool and"
                  + " flatten the output before exporting")
              .formatted(source, shape, count, count));
    }
  }

  /** A pooled map that was left unflattened, (n, features, 1, 1), is a row for each patch too. */
  private static boolean isOneRowEach(Shape shape, long count) {
    return shape.dimension() >= 2
        && shape.get(0) == count
        && shape.get(1) > 0
        && shape.size() == count * shape.get(1);
  }
}
