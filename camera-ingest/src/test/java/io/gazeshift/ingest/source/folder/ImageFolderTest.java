package io.gazeshift.ingest.source.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.FrameSizeChangedException;
import io.gazeshift.ingest.source.FrameSource;
import io.gazeshift.ingest.source.ManualClock;
import io.gazeshift.ingest.source.Optics;
import io.gazeshift.ingest.source.Pacer;
import io.gazeshift.ingest.source.Pictures;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opencv.core.Core;
import org.opencv.core.Mat;
import org.opencv.core.MatOfByte;
import org.opencv.imgcodecs.Imgcodecs;

@Timeout(120)
class ImageFolderTest {

  private static final Optics ASSUMED =
      (width, height) -> CameraIntrinsics.assumed(width, height, 60);

  @TempDir Path folder;

  private final ManualClock clock = new ManualClock();

  /** What was seen of a folder: numbers of pictures, numbers of frames, times of opening. */
  private record Seen(List<Integer> pictures, List<Long> frames, int sources) {}

  @BeforeAll
  static void load() {
    OpenCv.load();
  }

  @Test
  void imagesComeInTheOrderPeopleNumberThem() throws Exception {
    for (int number : new int[] {10, 9, 100, 1, 2}) {
      write("image%d.jpg".formatted(number), 320, 240, number);
    }
    Files.writeString(folder.resolve("notes.txt"), "not an image");

    assertThat(all(false).pictures()).containsExactly(1, 2, 9, 10, 100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jpg", "JPEG", "png", "bmp", "tiff", "webp"})
  void everyUsualFormatIsRead(String suffix) throws Exception {
    write("one%03d." + suffix, 320, 240, 5);

    assertThat(all(false).pictures()).containsExactly(5);
  }

  @Test
  void aPhotographIsTurnedUpright() throws Exception {
    Mat upright = Pictures.of(240, 320, 9);
    Mat asHeld = new Mat();
    Core.rotate(upright, asHeld, Core.ROTATE_90_COUNTERCLOCKWISE);
    MatOfByte jpeg = new MatOfByte();
    Imgcodecs.imencode(".jpg", asHeld, jpeg);
    Files.write(folder.resolve("held.jpg"), withOrientation(jpeg.toArray(), 6));

    try (FrameSource source = images(false).open(ASSUMED);
        CameraFrame frame = CameraFrame.of(source.intrinsics())) {
      assertThat(source.intrinsics().width()).isEqualTo(240);
      source.read(frame);
      assertThat(Pictures.numberOf(frame.bgr())).isEqualTo(9);
    }
  }

  /** As a phone writes it: EXIF's tag 0x112 says how it was held. */
  private static byte[] withOrientation(byte[] jpeg, int orientation) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(jpeg, 0, 2);
    out.writeShort(0xFFE1);
    out.writeShort(2 + 6 + 8 + 2 + 12 + 4);
    out.writeBytes("Exif\0\0MM");
    out.writeShort(42);
    out.writeInt(8);
    out.writeShort(1);
    out.writeShort(0x112);
    out.writeShort(3);
    out.writeInt(1);
    out.writeShort(orientation);
    out.writeShort(0);
    out.writeInt(0);
    out.write(jpeg, 2, jpeg.length - 2);
    return bytes.toByteArray();
  }

  @Test
  void whatCannotBeReadIsPassedOverAndLeavesAGapInTheNumbers() throws Exception {
    write("1.jpg", 320, 240, 1);
    Files.createFile(folder.resolve("2.jpg"));
    byte[] good = Files.readAllBytes(write("3.jpg", 320, 240, 3));
    Files.write(folder.resolve("3.jpg"), Arrays.copyOf(good, good.length * 2 / 3));
    Files.writeString(folder.resolve("4.png"), "no picture at all");
    Files.write(folder.resolve("5.png"), hugePng());
    write("6.jpg", 320, 240, 6);

    Seen seen = all(false);

    assertThat(seen.pictures()).containsExactly(1, 6);
    assertThat(seen.frames()).containsExactly(0L, 5L);
    assertThat(seen.sources()).isEqualTo(1);
  }

  @Test
  void aPlaylistNamedLikeAnImageOpensNoOtherFile() throws Exception {
    write("1.jpg", 320, 240, 1);
    Files.writeString(folder.resolve("2.jpg"), "ffconcat version 1.0\nfile 1.jpg\n");
    write("3.jpg", 320, 240, 3);

    assertThat(all(false).pictures()).containsExactly(1, 3);
  }

  @Test
  void anImageOfAnotherSizeGoesToASourceOfItsOwn() throws Exception {
    write("1.jpg", 320, 240, 1);
    write("2.jpg", 320, 240, 2);
    write("3.jpg", 240, 320, 3);
    write("4.jpg", 640, 480, 4);

    Seen seen = all(false);

    assertThat(seen.pictures()).containsExactly(1, 2, 3, 4);
    assertThat(seen.sources()).isEqualTo(3);
  }

  @Test
  void anImageThatCannotBeOfThisCameraIsPassedOver() throws Exception {
    write("1.jpg", 240, 320, 1);
    write("2.jpg", 320, 240, 2);
    Optics calibrated =
        (width, height) -> {
          if (width < height) {
            throw new UserError("the calibration is for another shape");
          }
          return ASSUMED.at(width, height);
        };

    try (FrameSource source = images(false).open(calibrated);
        CameraFrame frame = CameraFrame.of(source.intrinsics())) {
      assertThat(source.read(frame)).isTrue();
      assertThat(Pictures.numberOf(frame.bgr())).isEqualTo(2);
      assertThat(frame.frameSeq()).isEqualTo(1);
      assertThat(source.read(frame)).isFalse();
    }
  }

  @Test
  void aLoopFindsNewImagesAndGoesOnForEver() throws Exception {
    write("1.jpg", 320, 240, 1);
    List<Integer> pictures = new ArrayList<>();
    try (FrameSource source = images(true).open(ASSUMED);
        CameraFrame frame = CameraFrame.of(source.intrinsics())) {
      for (int i = 0; i < 5; i++) {
        assertThat(source.read(frame)).isTrue();
        pictures.add(Pictures.numberOf(frame.bgr()));
        if (i == 1) {
          write("2.jpg", 320, 240, 2);
        }
      }
    }
    assertThat(pictures).containsExactly(1, 1, 1, 2, 1);
  }

  @Test
  void imagesArePacedAndNoneIsMissedByASlowReader() throws Exception {
    write("1.jpg", 320, 240, 1);
    write("2.jpg", 320, 240, 2);
    write("3.jpg", 320, 240, 3);
    ImageFolder images = new ImageFolder("cam0", folder, false, () -> Pacer.realTime(4, clock));
    List<Long> millis = new ArrayList<>();
    try (FrameSource source = images.open(ASSUMED);
        CameraFrame frame = CameraFrame.of(source.intrinsics())) {
      source.read(frame);
      millis.add((frame.captureMicros() - ManualClock.START_MICROS) / 1000);
      source.read(frame);
      millis.add((frame.captureMicros() - ManualClock.START_MICROS) / 1000);
      clock.advanceMillis(2000);
      assertThat(source.read(frame)).isTrue();
      assertThat(frame.frameSeq()).isEqualTo(2);
    }
    assertThat(millis).containsExactly(0L, 250L);
  }

  @Test
  void aFolderWithNothingToShowIsRejectedInPlainWords() throws Exception {
    assertThatThrownBy(() -> images(true).open(ASSUMED))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(folder + " contains no images (bmp, jpeg, jpg, png, tif");

    Files.createFile(folder.resolve("2.jpg"));
    Files.createFile(folder.resolve("3.jpg"));
    ImageFolder images = images(true);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> images.open(ASSUMED))
          .isInstanceOf(IOException.class)
          .hasMessage(folder + " contains no readable image");
    }

    Path away = folder.resolve("away");
    assertThatThrownBy(
            () -> new ImageFolder("cam0", away, true, () -> Pacer.unpaced(1, 0)).open(ASSUMED))
        .isInstanceOf(IOException.class)
        .hasMessage(away + " does not exist; check the path");
  }

  private ImageFolder images(boolean loop) {
    return new ImageFolder("cam0", folder, loop, () -> Pacer.unpaced(10, clock.epochMicros()));
  }

  /** Opens as often as need be. */
  private Seen all(boolean loop) throws Exception {
    ImageFolder images = images(loop);
    List<Integer> pictures = new ArrayList<>();
    List<Long> frames = new ArrayList<>();
    for (int sources = 1; ; sources++) {
      try (FrameSource source = images.open(ASSUMED);
          CameraFrame frame = CameraFrame.of(source.intrinsics())) {
        while (source.read(frame)) {
          pictures.add(Pictures.numberOf(frame.bgr()));
          frames.add(frame.frameSeq());
        }
        return new Seen(pictures, frames, sources);
      } catch (FrameSizeChangedException e) {
        assertThat(e).hasMessageContaining("the frame size changed to ");
      }
    }
  }

  private Path write(String name, int width, int height, int number) {
    Path file = folder.resolve(name);
    Mat picture = Pictures.of(width, height, number);
    assertThat(Imgcodecs.imwrite(file.toString(), picture)).isTrue();
    picture.release();
    return file;
  }

  /** A header that promises 30000 x 30000 pixels, which would be 2.7 GB. */
  private static byte[] hugePng() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(new byte[] {(byte) 0x89, 'P', 'N', 'G', 0x0D, 0x0A, 0x1A, 0x0A});
    ByteArrayOutputStream header = new ByteArrayOutputStream();
    DataOutputStream ihdr = new DataOutputStream(header);
    ihdr.writeBytes("IHDR");
    ihdr.writeInt(30_000);
    ihdr.writeInt(30_000);
    ihdr.write(new byte[] {8, 2, 0, 0, 0});
    chunk(out, header.toByteArray());
    chunk(out, new byte[] {'I', 'D', 'A', 'T', 0x78, (byte) 0x9C, 3, 0, 0, 0, 0, 1});
    chunk(out, new byte[] {'I', 'E', 'N', 'D'});
    return bytes.toByteArray();
  }

  private static void chunk(DataOutputStream out, byte[] typeAndData) throws IOException {
    CRC32 crc = new CRC32();
    crc.update(typeAndData);
    out.writeInt(typeAndData.length - 4);
    out.write(typeAndData);
    out.writeInt((int) crc.getValue());
  }
}
