package io.gazeshift.daemon.quality;

import io.gazeshift.adaptation.quality.PredictedTracks;
import io.gazeshift.adaptation.quality.QualityReport;
import io.gazeshift.adaptation.quality.QualityReport.ActiveHead;
import io.gazeshift.common.UserError;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.inference.heads.HeadRecords;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.HeadModel;
import java.util.List;
import java.util.Optional;

/**
 * What a report on one domain is made from.
 *
 * @param active its head, with layers; empty while it is the source head
 */
public record QualityInput(
    String domain,
    PredictedTracks tracks,
    List<CalibrationGlance> glances,
    Optional<HeadModel> active) {

  /**
   * Makes the report.
   *
   * @throws UserError if there is nothing to report on, or the head cannot be used
   */
  public QualityReport report(HeadFile source) {
    if (tracks.isEmpty() && glances.isEmpty()) {
      throw new UserError(
          "domain '%s': has neither predictions in this time nor glances; check its name with 'gazeshift tail', or name an earlier time with --from"
              .formatted(domain));
    }
    return QualityReport.of(
        domain,
        tracks,
        glances,
        source,
        active.map(
            head ->
                new ActiveHead(
                    head.getVersion(), head.getCreatedMicros(), HeadRecords.file(head))));
  }
}
