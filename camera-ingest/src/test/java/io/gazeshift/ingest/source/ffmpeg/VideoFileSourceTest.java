package io.gazeshift.ingest.source.ffmpeg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.ingest.opencv.OpenCv;
import io.gazeshift.ingest.source.CameraFrame;
import io.gazeshift.ingest.source.CameraIntrinsics;
import io.gazeshift.ingest.source.ManualClock;
import io.gazeshift.ingest.source.Pictures;
import io.gazeshift.ingest.source.SourceAddress;
import io.gazeshift.ingest.source.Speed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class VideoFileSourceTest {

  private static final int FRAMES = 40;
  private static final int FPS = 20;

  @TempDir static Path folder;
  private static Path film;

  private final ManualClock clock = new ManualClock();

  @BeforeAll
  static void writeFilm() throws Exception {
    OpenCv.load();
    film = write("film.mp4", 320, 240);
  }

  private static Path write(String name, int width, int height) throws Exception {
    return new TestVideo(width, height, FPS).write(folder.resolve(name), FRAMES, Pictures::paint);
  }

  @Test
  void everyFrameComesOnceInOrderWithItsOwnTime() throws Exception {
    List<Long> micros = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    try (VideoFileSource source = open(film, Speed.OWN, false);
        CameraFrame frame = CameraFrame.of(source.intrinsics())) {
      while (source.read(frame)) {
        assertThat(frame.frameSeq()).isEqualTo(numbers.size());
        numbers.add(Pictures.numberOf(frame.bgr()));
        micros.add(frame.captureMicros() - ManualClock.START_MICROS);
      }
    }

    assertThat(numbers).containsExactlyElementsOf(IntStream.range(0, FRAMES).boxed().toList());
    assertThat(micros)
        .containsExactlyElementsOf(
            IntStream.range(0, FRAMES).mapToObj(i -> i * 1_000_000L / FPS).toList());
    assertThat(clock.epochMicros() - ManualClock.START_MICROS)
        .as("it took as long as the film is")
        .isEqualTo((FRAMES - 1) * 1_000_000L / FPS);
  }

  @Test
  void asFastAsPossibleWaitsForNothing() throws Exception {
    assertThat(numbers(open(film, Speed.MAX, false), FRAMES + 1)).hasSize(FRAMES);
    assertThat(clock.nanoTime()).isZero();
  }

  @Test
  void aReaderThatComesLateFindsTheFramesInBetweenGone() throws Exception {
    try (VideoFileSource source = open(film, Speed.OWN, false);
        CameraFrame frame = CameraFrame.of(source.intrinsics())) {
      source.read(frame);
      clock.advanceMillis(510);
      source.read(frame);

      assertThat(frame.frameSeq()).isEqualTo(10);
      assertThat(Pictures.numberOf(frame.bgr())).isEqualTo(10);
    }
  }

  @Test
  void aReaderThatIsAlwaysTooSlowStillSeesAFrameOfEverySecond() throws Exception {
    List<Long> seen = new ArrayList<>();
    try (VideoFileSource source = open(film, Speed.OWN, false);
        CameraFrame frame = CameraFrame.of(source.intrinsics())) {
      while (source.read(frame)) {
        seen.add(frame.frameSeq());
        clock.advanceMillis(60_000);
      }
    }
    assertThat(seen).containsExactly(0L, 20L);
  }

  @Test
  void aLoopGoesOnInNumberAndTime() throws Exception {
    try (VideoFileSource source = open(film, Speed.OWN, true);
        CameraFrame frame = CameraFrame.of(source.intrinsics())) {
      for (int i = 0; i < 3 * FRAMES; i++) {
        assertThat(source.read(frame)).isTrue();
        assertThat(frame.frameSeq()).isEqualTo(i);
        assertThat(Pictures.numberOf(frame.bgr())).isEqualTo(i % FRAMES);
        assertThat(frame.captureMicros() - ManualClock.START_MICROS)
            .isEqualTo(i * 1_000_000L / FPS);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {320, 322, 326, 334, 350, 1278})
  void coloursAreRightAtAnyWidth(int width) throws Exception {
    Path file = write("wide-%d.mp4".formatted(width), width, 178);
    try (VideoFileSource source = open(file, Speed.MAX, false);
        CameraFrame frame = CameraFrame.of(source.intrinsics())) {
      while (source.read(frame)) {
        for (int column : new int[] {0, width / 2, width - 1}) {
          double[] pixel = frame.bgr().get(150, column);
          for (int channel = 0; channel < 3; channel++) {
            assertThat(pixel[channel]).isCloseTo(Pictures.BACKGROUND.val[channel], within(8.0));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mov", "3gp", "mkv", "avi", "ts", "flv", "wmv", "nut"})
  void everyUsualFormatIsRead(String suffix) throws Exception {
    Path file = write("usual." + suffix, 320, 240);

    assertThat(numbers(open(file, Speed.MAX, false), FRAMES + 1)).hasSizeGreaterThan(FRAMES / 2);
  }

  @Test
  void aFilmThatBreaksOffGivesWhatItHas() throws Exception {
    Path whole = write("whole.ts", 320, 240);
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = Files.write(folder.resolve("cut.ts"), Arrays.copyOf(bytes, bytes.length / 2));

    assertThat(numbers(open(cut, Speed.MAX, false), FRAMES)).hasSizeBetween(5, FRAMES - 5);
  }

  @Test
  void whatIsNoFilmIsRejectedInPlainWords() throws Exception {
    Path empty = Files.createFile(folder.resolve("empty.mp4"));
    Path text = Files.writeString(folder.resolve("text.mp4"), "hello ".repeat(100));
    byte[] whole = Files.readAllBytes(film);
    Path headless =
        Files.write(folder.resolve("headless.mp4"), Arrays.copyOf(whole, whole.length / 2));
    Path away = folder.resolve("away.mp4");

    assertThatThrownBy(() -> open(away, Speed.OWN, false))
        .isInstanceOf(IOException.class)
        .hasMessage(away + " does not exist; check the path");
    for (Path bad : List.of(empty, text, headless)) {
      assertThatThrownBy(() -> open(bad, Speed.OWN, false))
          .isInstanceOf(IOException.class)
          .hasMessage("cannot be opened: Invalid data found when processing input");
    }
  }

  @Test
  void aPlaylistCannotReachOutOfItsFile() throws Exception {
    Path playlist =
        Files.writeString(
            folder.resolve("list.m3u8"),
            "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:9/x.ts\n#EXT-X-ENDLIST\n");

    assertThatThrownBy(() -> open(playlist, Speed.OWN, false)).isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "local.m3u8, '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n%s\n#EXT-X-ENDLIST\n'",
    "local.mp4, 'ffconcat version 1.0\nfile %s\n'"
  })
  void aPlaylistOpensNoOtherFileOfThisMachine(String name, String playlist) throws Exception {
    Path other = write("other.ts", 320, 240);
    Path list = Files.writeString(folder.resolve(name), playlist.formatted(other.getFileName()));

    assertThatThrownBy(() -> open(list, Speed.OWN, false))
        .isInstanceOf(IOException.class)
        .hasMessage(
            list
                + " is a playlist or of a format that is not supported; name the video or image"
                + " itself, or convert it, to MP4 or JPEG for example");
  }

  private VideoFileSource open(Path file, Speed speed, boolean loop) throws Exception {
    return VideoFileSource.open(
        new SourceAddress.Video(file, speed, loop),
        (width, height) -> CameraIntrinsics.assumed(width, height, 60),
        clock);
  }

  private static List<Integer> numbers(VideoFileSource opened, int most) throws Exception {
    List<Integer> numbers = new ArrayList<>();
    try (VideoFileSource source = opened;
        CameraFrame frame = CameraFrame.of(source.intrinsics())) {
      while (numbers.size() < most && source.read(frame)) {
        numbers.add(Pictures.numberOf(frame.bgr()));
      }
    }
    return numbers;
  }
}
