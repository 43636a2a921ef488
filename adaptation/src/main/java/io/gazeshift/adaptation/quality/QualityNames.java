package io.gazeshift.adaptation.quality;

import io.gazeshift.adaptation.buffer.Track;
import java.util.Locale;

/** What faces and heads are called in reports for people. */
public final class QualityNames {

  private QualityNames() {}

  /** Face tracks of different capture sessions may have the same number. */
  public static String face(Track track) {
    return "%s, face %s, session %x"
        .formatted(
            track.camera(), Integer.toUnsignedString(track.faceIndex()), track.captureSession());
  }

  public static String head(long version) {
    return version == 0 ? "source head" : "head " + version;
  }

  public static String head(QualityReport.HeadOnGlances head) {
    return "%s: %s".formatted(head.when().name().toLowerCase(Locale.ROOT), head(head.version()));
  }
}
