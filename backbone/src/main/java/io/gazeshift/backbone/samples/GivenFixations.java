package io.gazeshift.backbone.samples;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SafetensorsWriter;
import io.gazeshift.glsge.head.Head;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Fixations read from the input instead of detected.
 *
 * @param fixation a number for each frame, equal within a fixation
 * @param tracks which face each frame shows, or empty
 */
@SuppressWarnings("ArrayRecordComponent") // Large, and never compared.
public record GivenFixations(long[] fixation, long[] tracks) implements FrameGroups {

  static final String FIXATION = "fixation";

  public GivenFixations {
    if (tracks.length != 0 && tracks.length != fixation.length) {
      throw new IllegalArgumentException(
          "got %d fixations but %d tracks; give one track per frame, or none"
              .formatted(fixation.length, tracks.length));
    }
  }

  @Override
  public int[] fixations(Head head, FeatureRows features) {
    Map<Long, Integer> numbers = new HashMap<>();
    return Arrays.stream(fixation)
        .mapToInt(given -> numbers.computeIfAbsent(given, next -> numbers.size()))
        .toArray();
  }

  @Override
  public int frames() {
    return fixation.length;
  }

  @Override
  public void writeTo(SafetensorsWriter writer) {
    writer.i64(FIXATION, fixation, fixation.length);
    if (tracks.length > 0) {
      writer.i64(FrameStream.TRACK, tracks, tracks.length);
    }
  }
}
