package io.gazeshift.backbone.input;

import io.gazeshift.backbone.input.BadFaceException.Reason;
import java.nio.ByteBuffer;

/**
 * Reads the header of a JPEG before anything is decoded, so that a few bytes that claim to be a
 * huge image cost nothing.
 */
record JpegHeader(int width, int height, int channels) {

  private static final int START_OF_IMAGE = 0xffd8;
  private static final int END_OF_IMAGE = 0xffd9;
  private static final int BASELINE = 0xc0;
  private static final int EXTENDED = 0xc1;
  private static final int START_OF_SCAN = 0xda;

  /** Walks the segments up to the frame header. */
  static JpegHeader read(ByteBuffer jpeg) throws BadFaceException {
    int size = jpeg.limit();
    if (size < 4 || unsignedShort(jpeg, 0) != START_OF_IMAGE) {
      throw notJpeg("does not start like a JPEG (%d bytes)".formatted(size));
    }
    if (unsignedShort(jpeg, size - 2) != END_OF_IMAGE) {
      throw notJpeg("has no end-of-image marker: truncated at %d bytes".formatted(size));
    }
    int at = 2;
    while (at + 4 <= size) {
      if ((jpeg.get(at) & 0xff) != 0xff) {
        throw notJpeg("has no marker at byte " + at);
      }
      int marker = jpeg.get(at + 1) & 0xff;
      if (marker == 0xff) {
        at++; // A fill byte.
      } else if (isFrame(marker)) {
        return frame(jpeg, at, marker);
      } else if (marker == START_OF_SCAN) {
        throw notJpeg("has image data before its frame header");
      } else {
        at += 2 + segmentLength(jpeg, at);
      }
    }
    throw notJpeg("has no frame header");
  }

  private static JpegHeader frame(ByteBuffer jpeg, int at, int marker) throws BadFaceException {
    if (marker != BASELINE && marker != EXTENDED) {
      // A progressive file can ask for thousands of passes over the picture.
      throw new BadFaceException(
          Reason.UNSUPPORTED,
          "patch is a JPEG of frame type 0x%02x; only baseline (0xc0, 0xc1) is supported"
              .formatted(marker));
    }
    if (at + 10 > jpeg.limit()) {
      throw notJpeg("ends within its frame header");
    }
    return new JpegHeader(
        unsignedShort(jpeg, at + 7), unsignedShort(jpeg, at + 5), jpeg.get(at + 9) & 0xff);
  }

  /** SOF0 to SOF15, without the three codes among them that mean something else. */
  private static boolean isFrame(int marker) {
    return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
  }

  private static int segmentLength(ByteBuffer jpeg, int at) throws BadFaceException {
    int length = unsignedShort(jpeg, at + 2);
    if (length < 2) {
      throw notJpeg("has a segment of %d bytes at byte %d".formatted(length, at));
    }
    return length;
  }

  private static int unsignedShort(ByteBuffer bytes, int at) {
    return ((bytes.get(at) & 0xff) << 8) | (bytes.get(at + 1) & 0xff);
  }

  private static BadFaceException notJpeg(String what) {
    return new BadFaceException(Reason.NOT_A_JPEG, "patch " + what);
  }
}
