package io.gazeshift.backbone.samples;

import io.gazeshift.glsge.data.FeatureRows;
import io.gazeshift.glsge.data.SafetensorsWriter;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.safe.Fixations;

/**
 * Frames as a camera saw them, in which fixations have yet to be found.
 *
 * @param tracks which face each frame shows
 * @param captureMicros when, ascending within a track
 */
@SuppressWarnings("ArrayRecordComponent") // Large, and never compared.
public record FrameStream(long[] tracks, long[] captureMicros) implements FrameGroups {

  static final String TRACK = "track";
  static final String CAPTURE_MICROS = "capture_micros";

  public FrameStream {
    if (tracks.length != captureMicros.length) {
      throw new IllegalArgumentException(
          "got %d tracks but %d times; each frame needs both"
              .formatted(tracks.length, captureMicros.length));
    }
  }

  @Override
  public int[] fixations(Head head, FeatureRows features) {
    return Fixations.DEFAULT.find(Evaluation.predict(head, features), tracks, captureMicros);
  }

  @Override
  public int frames() {
    return tracks.length;
  }

  @Override
  public void writeTo(SafetensorsWriter writer) {
    writer
        .i64(TRACK, tracks, tracks.length)
        .i64(CAPTURE_MICROS, captureMicros, captureMicros.length);
  }
}
