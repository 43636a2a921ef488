package io.gazeshift.backbone.input;

import com.google.protobuf.ByteString;
import io.gazeshift.backbone.input.BadFaceException.Reason;
import io.gazeshift.ingest.opencv.OpenCv;
import org.opencv.core.CvException;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfByte;
import org.opencv.imgcodecs.Imgcodecs;

/** Decodes JPEG patches of one size. Keeps the pixels of the last one, so it serves one thread. */
final class PatchPixels {

  static final int CHANNELS = 3;

  private final int side;
  private final byte[] pixels;

  PatchPixels(int side) {
    OpenCv.load();
    this.side = side;
    this.pixels = new byte[side * side * CHANNELS];
  }

  /** Blue, green and red of each pixel, row by row; valid until the next patch. */
  byte[] decode(ByteString jpeg) throws BadFaceException {
    JpegHeader header = JpegHeader.read(jpeg.asReadOnlyByteBuffer());
    if (header.width() != side || header.height() != side) {
      throw new BadFaceException(
          Reason.WRONG_SIZE,
          "patch is %d x %d pixels, but the backbone expects %d x %d"
              .formatted(header.width(), header.height(), side, side));
    }
    readPixels(jpeg.toByteArray());
    return pixels;
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
}
