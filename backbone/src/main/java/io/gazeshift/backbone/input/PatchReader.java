package io.gazeshift.backbone.input;

import com.google.protobuf.ByteString;
import io.gazeshift.backbone.input.BadFaceException.Reason;
import io.gazeshift.backbone.input.PatchInput.Channels;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.protocol.v1.FaceFrame;
import java.nio.FloatBuffer;
import org.opencv.core.CvException;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfByte;
import org.opencv.imgcodecs.Imgcodecs;

/**
 * Turns a JPEG patch into the numbers a backbone takes. Keeps its working arrays, so it serves one
 * thread.
 */
public final class PatchReader implements FaceReader {

  private static final int CHANNELS = 3;

  private final int side;
  private final float[][] levels = new float[CHANNELS][256];
  private final int[] planeOfBgr;
  private final byte[] pixels;
  private final float[] planes;

  public PatchReader(PatchInput input) {
    OpenCv.load();
    this.side = input.inputSize();
    this.planeOfBgr = input.channels() == Channels.RGB ? new int[] {2, 1, 0} : new int[] {0, 1, 2};
    this.pixels = new byte[side * side * CHANNELS];
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
      throw new BadFaceException(
          Reason.NO_PATCH,
          "face has no picture, which this model needs; set ingest.patches to true for its camera");
    }
    decode(face.getPatchJpeg(), batch, index);
  }

  /** Writes the patch as the {@code index}-th of the batch, channel by channel. */
  public void decode(ByteString jpeg, FloatBuffer batch, int index) throws BadFaceException {
    JpegHeader header = JpegHeader.read(jpeg.asReadOnlyByteBuffer());
    if (header.width() != side || header.height() != side) {
      throw new BadFaceException(
          Reason.WRONG_SIZE,
          "patch is %d x %d pixels, but the backbone expects %d x %d"
              .formatted(header.width(), header.height(), side, side));
    }
    readPixels(jpeg.toByteArray());
    normalise();
    batch.put(index * planes.length, planes);
  }

  private void readPixels(byte[] jpeg) throws BadFaceException {
    MatOfByte encoded = new MatOfByte(jpeg);
    try {
      Mat image = decode(encoded);
      try {
        if (image.rows() != side || image.cols() != side || image.type() != CvType.CV_8UC3) {
          throw new BadFaceException(Reason.NOT_A_JPEG, "patch cannot be decoded");
        }
        image.get(0, 0, pixels);
      } finally {
        image.release();
      }
    } finally {
      encoded.release();
    }
  }

  private static Mat decode(MatOfByte encoded) throws BadFaceException {
    try {
      // A patch is as it is: an orientation tag in it must not turn it.
      return Imgcodecs.imdecode(
          encoded, Imgcodecs.IMREAD_COLOR | Imgcodecs.IMREAD_IGNORE_ORIENTATION);
    } catch (CvException e) {
      throw new BadFaceException(
          Reason.NOT_A_JPEG, "patch cannot be decoded: " + e.getMessage().strip());
    }
  }

  private void normalise() {
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
