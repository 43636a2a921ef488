package io.gazeshift.backbone.simulation;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.input.BadFaceException;
import io.gazeshift.backbone.input.FaceReader;
import io.gazeshift.backbone.input.LandmarkInput;
import io.gazeshift.backbone.samples.ExtractedSamples;
import io.gazeshift.common.UserError;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.ingest.locate.RigidFace;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Optional;
import java.util.function.DoubleConsumer;

/** Features of simulated faces, with their gaze. */
public final class SimulatedSamples {

  private static final int BATCH = 256;

  private SimulatedSamples() {}

  /**
   * Draws so many faces of so many people, one person after another.
   *
   * @param backbone takes landmarks; stays with the caller
   * @param progress is told the fraction done
   */
  public static ExtractedSamples draw(
      Backbone backbone,
      RigidFace average,
      int count,
      int people,
      long seed,
      DoubleConsumer progress) {
    if (!(backbone.input() instanceof LandmarkInput input)) {
      throw new UserError(
          "--model: simulated faces have landmarks but no patches; use a model that takes"
              + " landmarks, such as 'landmarks'");
    }
    FaceReader reader = input.newReader();
    FloatBuffer batch =
        ByteBuffer.allocateDirect(BATCH * input.floatsPerFace() * Float.BYTES)
            .order(ByteOrder.nativeOrder())
            .asFloatBuffer();
    int width = backbone.featureSize();
    float[] features = new float[Math.multiplyExact(count, width)];
    Matrix gaze = Matrix.zeros(count, 2);
    long[] persons = new long[count];
    int facesPerPerson = (count + people - 1) / people;
    try (SimulatedFaces faces = new SimulatedFaces(average, facesPerPerson, seed)) {
      for (int done = 0; done < count; done += BATCH) {
        int size = Math.min(BATCH, count - done);
        for (int i = 0; i < size; i++) {
          SimulatedFace face = faces.next();
          reader.read(face.face(), batch, i);
          gaze.set(done + i, 0, face.gaze().pitchRad());
          gaze.set(done + i, 1, face.gaze().yawRad());
          persons[done + i] = faces.person();
        }
        System.arraycopy(backbone.features(batch, size), 0, features, done * width, size * width);
        progress.accept((double) (done + size) / count);
      }
    } catch (BadFaceException e) {
      throw new IllegalStateException("a simulated face has all landmarks", e);
    }
    return new ExtractedSamples(
        features, width, Optional.of(gaze), persons, Optional.empty(), backbone.fingerprint());
  }
}
