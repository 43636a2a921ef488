package io.gazeshift.backbone.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import com.google.protobuf.ByteString;
import io.gazeshift.backbone.input.BadFaceException.Reason;
import io.gazeshift.backbone.input.PatchInput.Channels;
import io.gazeshift.ingest.opencv.OpenCv;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.opencv.core.CvType;
import org.opencv.core.Mat;
import org.opencv.core.MatOfByte;
import org.opencv.core.MatOfInt;
import org.opencv.core.Scalar;
import org.opencv.imgcodecs.Imgcodecs;

class PatchReaderTest {

  private static final int SIDE = 32;
  private static final int AREA = SIDE * SIDE;

  @BeforeAll
  static void loadOpenCv() {
    OpenCv.load();
  }

  @ParameterizedTest
  @EnumSource(Channels.class)
  void eachChannelGoesToItsPlaneNormalised(Channels channels) throws BadFaceException {
    List<Double> mean = List.of(0.1, 0.2, 0.3);
    List<Double> std = List.of(0.5, 0.25, 2.0);
    PatchReader decoder = new PatchReader(new PatchInput(SIDE, channels, mean, std, null));
    double blue = 40;
    double green = 120;
    double red = 200;
    FloatBuffer batch = FloatBuffer.allocate(2 * decoder.floatsPerPatch());

    decoder.decode(jpeg(SIDE, SIDE, new Scalar(blue, green, red)), batch, 1);

    double[] planes =
        channels == Channels.RGB
            ? new double[] {red, green, blue}
            : new double[] {blue, green, red};
    for (int plane = 0; plane < 3; plane++) {
      double expected = (planes[plane] / 255 - mean.get(plane)) / std.get(plane);
      for (int i = 0; i < AREA; i++) {
        // JPEG may be a level or two off.
        assertThat((double) batch.get((3 + plane) * AREA + i))
            .isCloseTo(expected, within(3 / 255.0 / std.get(plane)));
        assertThat(batch.get(plane * AREA + i)).isZero();
      }
    }
  }

  @Test
  void aGreyJpegIsReadAsThreeEqualChannels() throws BadFaceException {
    FloatBuffer batch = FloatBuffer.allocate(3 * AREA);
    PatchReader decoder =
        new PatchReader(
            new PatchInput(
                SIDE, Channels.RGB, List.of(0.0, 0.0, 0.0), List.of(1.0, 1.0, 1.0), null));

    decoder.decode(encode(new Mat(SIDE, SIDE, CvType.CV_8UC1, new Scalar(77))), batch, 0);

    assertThat(batch.get(0)).isEqualTo(batch.get(AREA)).isEqualTo(batch.get(2 * AREA));
  }

  @Test
  void anotherSizeIsRejectedBeforeItIsDecoded() {
    BadFaceException rejected = rejection(jpeg(SIDE, SIDE + 8, new Scalar(1, 2, 3)));

    assertThat(rejected.reason()).isEqualTo(Reason.WRONG_SIZE);
    assertThat(rejected).hasMessage("patch is 40 x 32 pixels, but the backbone expects 32 x 32");
  }

  @Test
  void aFewBytesThatClaimToBeAnEnormousPictureAreRejectedByTheirHeader() {
    byte[] bytes = jpeg(SIDE, SIDE, new Scalar(9, 9, 9)).toByteArray();
    int frame = frameHeader(bytes);
    Arrays.fill(bytes, frame + 5, frame + 9, (byte) 0xff);

    BadFaceException rejected = rejection(ByteString.copyFrom(bytes));

    assertThat(rejected).hasMessageStartingWith("patch is 65535 x 65535 pixels");
  }

  @Test
  void aProgressiveJpegIsRejected() {
    Mat image = new Mat(SIDE, SIDE, CvType.CV_8UC3, new Scalar(10, 20, 30));
    MatOfByte file = new MatOfByte();
    Imgcodecs.imencode(".jpg", image, file, new MatOfInt(Imgcodecs.IMWRITE_JPEG_PROGRESSIVE, 1));

    BadFaceException rejected = rejection(ByteString.copyFrom(file.toArray()));

    assertThat(rejected.reason()).isEqualTo(Reason.UNSUPPORTED);
    assertThat(rejected).hasMessageContaining("frame type 0xc2");
  }

  @Test
  void whatIsNoJpegOrIsCutIsRejected() {
    ByteString good = jpeg(SIDE, SIDE, new Scalar(1, 2, 3));
    List<ByteString> bad =
        List.of(
            ByteString.EMPTY,
            ByteString.copyFromUtf8("not a picture at all"),
            good.substring(0, good.size() - 2),
            good.substring(0, 30),
            good.substring(1),
            ByteString.copyFrom(new byte[] {(byte) 0xff, (byte) 0xd8, (byte) 0xff, (byte) 0xd9}));

    for (ByteString patch : bad) {
      assertThat(rejection(patch).reason()).isEqualTo(Reason.NOT_A_JPEG);
    }
  }

  @Test
  void randomDamageIsDecodedOrRejectedButNeverAnythingElse() {
    Random random = new Random(6);
    byte[] good = jpeg(SIDE, SIDE, new Scalar(1, 2, 3)).toByteArray();
    PatchReader decoder = decoder();
    FloatBuffer batch = FloatBuffer.allocate(3 * AREA);
    for (int n = 0; n < 500; n++) {
      byte[] damaged = good.clone();
      for (int i = 0; i < 4; i++) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      try {
        decoder.decode(ByteString.copyFrom(damaged), batch, 0);
      } catch (BadFaceException rejected) {
        assertThat(rejected).hasMessageStartingWith("patch ");
      }
    }
  }

  private static BadFaceException rejection(ByteString patch) {
    return catchThrowableOfType(
        BadFaceException.class, () -> decoder().decode(patch, FloatBuffer.allocate(3 * AREA), 0));
  }

  private static PatchReader decoder() {
    return new PatchReader(PatchInput.imageNet(SIDE));
  }

  private static ByteString jpeg(int rows, int columns, Scalar colour) {
    return encode(new Mat(rows, columns, CvType.CV_8UC3, colour));
  }

  private static ByteString encode(Mat image) {
    MatOfByte file = new MatOfByte();
    Imgcodecs.imencode(".jpg", image, file);
    ByteString bytes = ByteString.copyFrom(file.toArray());
    file.release();
    image.release();
    return bytes;
  }

  private static int frameHeader(byte[] jpeg) {
    for (int i = 0; i + 1 < jpeg.length; i++) {
      if ((jpeg[i] & 0xff) == 0xff && (jpeg[i + 1] & 0xff) == 0xc0) {
        return i;
      }
    }
    throw new AssertionError("no baseline frame header");
  }
}
