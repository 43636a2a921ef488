package io.gazeshift.backbone.input;

import com.google.protobuf.ByteString;
import io.gazeshift.backbone.input.PatchInput.Channels;
import io.gazeshift.protocol.v1.FaceFrame;
import java.nio.FloatBuffer;

/**
 * Turns a JPEG patch into the numbers a backbone takes. Keeps its working arrays, so it serves one
 * thread.
 */
public final class PatchReader implements FaceReader {

  private static final int CHANNELS = PatchPixels.CHANNELS;

  private final int side;
  private final float[][] levels = new float[CHANNELS][256];
  private final int[] planeOfBgr;
  private final PatchPixels patch;
  private final float[] planes;

  public PatchReader(PatchInput input) {
    this.side = input.inputSize();
    this.planeOfBgr = input.channels() == Channels.RGB ? new int[] {2, 1, 0} : new int[] {0, 1, 2};
    this.patch = new PatchPixels(side);
    this.planes = new float[side * side * CHANNELS];
    for (int plane = 0; plane < CHANNELS; plane++) {
      for (int level = 0; level < 256; level++) {
        levels[plane][level] =
            (float) ((level / 255.0 - input.mean().get(plane)) / input.std().get(plane));
      }
    }
  }

  /** How many floats one patch takes in the buffer. */
  public int floatsPerPatch() {
    return planes.length;
  }

  @Override
  public void read(FaceFrame face, FloatBuffer batch, int index) throws BadFaceException {
    if (face.getPatchJpeg().isEmpty()) {
      throw BadFaceException.noPatch();
    }
    decode(face.getPatchJpeg(), batch, index);
  }

  /** Writes the patch as the {@code index}-th of the batch, channel by channel. */
  public void decode(ByteString jpeg, FloatBuffer batch, int index) throws BadFaceException {
    byte[] pixels = patch.decode(jpeg);
    normalise(pixels);
    batch.put(index * planes.length, planes);
  }

  private void normalise(byte[] pixels) {
    int area = side * side;
    for (int channel = 0; channel < CHANNELS; channel++) {
      int plane = planeOfBgr[channel];
      float[] level = levels[plane];
      int target = plane * area;
      for (int i = 0, at = channel; i < area; i++, at += CHANNELS) {
        planes[target + i] = level[pixels[at] & 0xff];
      }
    }
  }
}
