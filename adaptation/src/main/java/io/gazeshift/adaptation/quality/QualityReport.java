package io.gazeshift.adaptation.quality;

import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.protocol.v1.CalibrationGlance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The data quality of one domain.
 *
 * @param stream of the predictions; empty where there are none
 * @param heads of the glances: with the source head, and with the active head if that is another
 * @param notes what is missing and why, and what limits the figures
 */
public record QualityReport(
    String domain, Optional<StreamQuality> stream, List<HeadOnGlances> heads, List<String> notes) {

  /** Which of the two heads it is. */
  public enum When {
    BEFORE,
    AFTER
  }

  /**
   * The glances with one head.
   *
   * @param version 0 is the source head
   */
  public record HeadOnGlances(When when, long version, GlanceQuality quality) {}

  /**
   * The active head of the domain.
   *
   * @param createdMicros when it was published
   */
  public record ActiveHead(long version, long createdMicros, HeadFile file) {}

  public QualityReport {
    heads = List.copyOf(heads);
    notes = List.copyOf(notes);
  }

  /**
   * Makes the report.
   *
   * @param active empty while the source head predicts for the domain
   */
  public static QualityReport of(
      String domain,
      PredictedTracks tracks,
      List<CalibrationGlance> glances,
      HeadFile source,
      Optional<ActiveHead> active) {
    List<String> notes = new ArrayList<>();
    Optional<StreamQuality> stream = StreamQuality.of(tracks);
    if (stream.isEmpty()) {
      notes.add(
          "There are no predictions in this time, so data loss, frequency and the precision of"
              + " fixations are left out; name an earlier time with --from.");
    }
    List<HeadOnGlances> heads = new ArrayList<>();
    if (glances.isEmpty()) {
      notes.add(
          "There are no glances at known points, so accuracy is left out; collect some with"
              + " 'gazeshift glances run --domain %s'.".formatted(domain));
    } else {
      add(When.BEFORE, 0, source, glances, heads, notes);
      active.ifPresentOrElse(
          head -> {
            add(When.AFTER, head.version(), head.file(), glances, heads, notes);
            notes.add(independence(head, glances));
          },
          () -> notes.add("The domain has no adapted head yet: the source head is active."));
    }
    return new QualityReport(domain, stream, heads, notes);
  }

  private static void add(
      When when,
      long version,
      HeadFile head,
      List<CalibrationGlance> glances,
      List<HeadOnGlances> heads,
      List<String> notes) {
    GlanceQuality.of(head, glances)
        .ifPresentOrElse(
            quality -> heads.add(new HeadOnGlances(when, version, quality)),
            () ->
                notes.add(
                    "The glances were seen by another backbone than that of %s; name the model with --set infer.model=DIR, or collect glances anew."
                        .formatted(version == 0 ? "the source head" : "head " + version)));
  }

  /** Glances teach a domain's prior or judge its heads, and are no test of either afterwards. */
  private static String independence(ActiveHead head, List<CalibrationGlance> glances) {
    long newer =
        glances.stream().filter(glance -> glance.getCreatedMicros() > head.createdMicros()).count();
    return "%d of %d glances are newer than head %d; the others may have helped to choose it, so accuracy on them is no independent test."
        .formatted(newer, glances.size(), head.version());
  }
}
