package io.gazeshift.ingest.source.ffmpeg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bytedeco.ffmpeg.global.avformat.av_find_input_format;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FormatsTest {

  /** A name that FFmpeg does not know would allow nothing, silently. */
  @Test
  void ffmpegKnowsEveryName() {
    Ffmpeg.load();

    assertThat(Stream.of(Formats.HTTP, Formats.FILE).flatMap(list -> Stream.of(list.split(","))))
        .allSatisfy(name -> assertThat(av_find_input_format(name)).as(name).isNotNull());
  }
}
