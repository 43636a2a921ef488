package io.gazeshift.backbone.engine;

import ai.djl.Model;
import ai.djl.inference.Predictor;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.translate.NoopTranslator;
import ai.djl.translate.TranslateException;
import io.gazeshift.backbone.input.BackboneInput;
import io.gazeshift.common.UserError;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A network loaded by DJL, in any engine. An unsuitable network is rejected on opening, by running
 * blank faces, not at the first real one. Its native memory is never freed under a running batch: a
 * network that does not come back, as with a hung driver, stays open.
 */
final class LoadedBackbone implements Backbone {

  /** Features of any length, as long as it is not known. */
  private static final long ANY_SIZE = -1;

  /** How long closing waits for a batch. Its owner has already waited for its threads. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final Logger log = LoggerFactory.getLogger(LoadedBackbone.class);

  /** How an engine is given its numbers. */
  interface Feed {
    /** An array over these floats, or a copy of them; it belongs to the manager. */
    NDArray array(NDManager manager, FloatBuffer floats, Shape shape);
  }

  private final String source;
  private final BackboneInput input;
  private final String fingerprint;
  private final String device;
  private final Model model;
  private final Feed feed;
  private final OutputChoice output;
  private final Predictor<NDList, NDList> predictor;
  private final int featureSize;
  private final boolean oneByOne;

  /** Held by the thread that runs a batch, and by the one that closes. */
  private final ReentrantLock inside = new ReentrantLock();

  private boolean closed;

  /** Takes the model over, once this returns; it is still the caller's where this throws. */
  LoadedBackbone(
      OutputChoice output,
      BackboneInput input,
      String fingerprint,
      DeviceChoice choice,
      Model model,
      Feed feed) {
    this.source = output.source();
    this.fingerprint = fingerprint;
    this.device = choice.reason();
    this.model = model;
    this.input = input;
    this.feed = feed;
    this.output = output;
    this.predictor = model.newPredictor(new NoopTranslator());
    Probe probe = probe();
    this.featureSize = probe.featureSize();
    this.oneByOne = probe.oneByOne();
    log.info(
        "{}: running on {}{}",
        source,
        device,
        oneByOne ? ", one face at a time because its input is fixed to that" : "");
  }

  @Override
  public int featureSize() {
    return featureSize;
  }

  @Override
  public BackboneInput input() {
    return input;
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
  public float[] features(FloatBuffer faces, int count) {
    inside.lock();
    try {
      if (closed) {
        throw new IllegalStateException(source + ": is closed");
      }
      if (!oneByOne || count == 1) {
        return pass(faces, 0, count, featureSize);
      }
      float[] features = new float[count * featureSize];
      for (int i = 0; i < count; i++) {
        System.arraycopy(pass(faces, i, 1, featureSize), 0, features, i * featureSize, featureSize);
      }
      return features;
    } catch (TranslateException e) {
      throw new IllegalStateException(
          "%s: failed on a batch of %d: %s".formatted(source, count, EngineMessage.of(e)), e);
    } finally {
      inside.unlock();
    }
  }

  @Override
  public void close() {
    if (!isFree()) {
      log.warn(
          "{}: still running a batch after {} s; leaving it open", source, PATIENCE.toSeconds());
      return;
    }
    try {
      if (!closed) {
        closed = true;
        predictor.close();
        model.close();
      }
    } finally {
      inside.unlock();
    }
  }

  /** Waits for a batch that is under way; holds the lock if it answers yes. */
  private boolean isFree() {
    try {
      return inside.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return inside.tryLock();
    }
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

  /** Runs so many blank faces and says how long their features are. */
  private int blankFeatureSize(int count) {
    FloatBuffer blank =
        ByteBuffer.allocateDirect(count * input.floatsPerFace() * Float.BYTES)
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
    try {
      return pass(blank, 0, count, ANY_SIZE).length / count;
    } catch (TranslateException e) {
      throw new UserError(
          "%s: fails on %d blank face(s) of shape %s: %s"
              .formatted(source, count, input.shape(), EngineMessage.of(e)),
          e);
    }
  }

  private float[] pass(FloatBuffer faces, int from, int count, long size)
      throws TranslateException {
    int floats = input.floatsPerFace();
    FloatBuffer used = faces.slice(from * floats, count * floats);
    try (NDManager manager = model.getNDManager().newSubManager()) {
      Shape shape = new Shape(count).addAll(new Shape(input.shape()));
      NDList outputs = predictor.predict(new NDList(feed.array(manager, used, shape)));
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
          ("%s: produces the shape %s for %d face(s), expected (%d, features); pool and"
                  + " flatten the output before exporting")
              .formatted(source, shape, count, count));
    }
  }

  /** A pooled map that was left unflattened, (n, features, 1, 1), is a row for each face too. */
  private static boolean isOneRowEach(Shape shape, long count) {
    return shape.dimension() >= 2
        && shape.get(0) == count
        && shape.get(1) > 0
        && shape.size() == count * shape.get(1);
  }
}
