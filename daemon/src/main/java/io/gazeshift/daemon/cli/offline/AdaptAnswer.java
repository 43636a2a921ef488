package io.gazeshift.daemon.cli.offline;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.adaptation.method.AdaptationRun;
import io.gazeshift.adaptation.method.GlsgeAccount;
import io.gazeshift.adaptation.method.SafeAccount;
import io.gazeshift.common.cli.JsonOutput;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.safe.DistributionEstimate;
import io.gazeshift.glsge.train.LossTerms;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The result of adapting files, as text and as JSON. */
final class AdaptAnswer {

  /** The smallest variance of predictions that counts as a spread. */
  private static final double VARIANCE_FLOOR = 1e-12;

  private final AdaptationRun run;
  private final Path out;
  private final Gaussian before;
  private final Gaussian after;

  AdaptAnswer(AdaptationRun run, Path out) {
    this.run = run;
    this.out = out;
    this.before = Gaussian.fit(run.before(), VARIANCE_FLOOR);
    this.after = Gaussian.fit(run.after(), VARIANCE_FLOOR);
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    if (run.account() instanceof GlsgeAccount glsge) {
      lines.add(
          text(
              "%s: glsge (%s) by %s in %.1f s",
              out, glsge.labelModel().key(), glsge.settings().objective().name(), seconds()));
      lines.add("predictions    mean pitch, yaw     their spread        L1         d  DARE-GRAM");
      lines.add(moments("before", before) + losses(glsge.firstLoss()));
      lines.add(moments("after", after) + losses(glsge.lastLoss()));
      lines.add(
          text(
              "%.1f of %d source samples of a batch count in effect; %s",
              glsge.effectiveBatchSamples(),
              glsge.settings().schedule().batch(),
              glsge.law().orElseThrow().describe()));
    } else if (run.account() instanceof SafeAccount safe) {
      boolean adapted = safe.verdict().adapted();
      lines.add(
          text(
              "%s: safe (%s), %s in %.1f s",
              out, safe.site().describe(), adapted ? "adapted" : "skipped (no change)", seconds()));
      safe.verdict().reasons().forEach(reason -> lines.add("  " + reason));
      lines.add("predictions    mean pitch, yaw     their spread");
      lines.add(moments("before", before));
      if (adapted) {
        lines.add(moments("after", after));
      }
    }
    return lines;
  }

  ObjectNode json(int bankSamples, int targetSamples) {
    ObjectNode answer = JsonOutput.object();
    answer
        .put("file", out.toString())
        .put("sha256", run.account().head().sha256())
        .put("method", run.account().method())
        .put("bank_samples", bankSamples)
        .put("target_samples", targetSamples)
        .put("seconds", seconds());
    ObjectNode first = put(answer.putObject("before"), before);
    ObjectNode last = put(answer.putObject("after"), after);
    if (run.account() instanceof GlsgeAccount glsge) {
      answer
          .put("objective", glsge.settings().objective().name())
          .put("label_model", glsge.labelModel().key())
          .put("label_model_fit", glsge.law().orElseThrow().describe())
          .put("effective_batch_samples", glsge.effectiveBatchSamples());
      put(first, glsge.firstLoss());
      put(last, glsge.lastLoss());
    } else if (run.account() instanceof SafeAccount safe) {
      put(answer, safe);
    }
    return answer;
  }

  private static void put(ObjectNode answer, SafeAccount safe) {
    answer.put("site", safe.site().describe()).put("adapted", safe.verdict().adapted());
    safe.verdict().reasons().forEach(answer.putArray("reasons")::add);
    safe.verdict().rho().ifPresent(rho -> answer.put("variance_ratio", rho));
    safe.verdict().estimate().ifPresent(law -> put(answer.putObject("gaze_distribution"), law));
  }

  private static void put(ObjectNode node, DistributionEstimate law) {
    put(node, law.normal().mixture().parts().get(0))
        .put("slope_pitch", law.slope().pitch())
        .put("slope_yaw", law.slope().yaw())
        .put("fixations", law.fixations());
  }

  private static ObjectNode put(ObjectNode node, Gaussian gaze) {
    return node.put("mean_pitch_deg", Math.toDegrees(gaze.meanX()))
        .put("mean_yaw_deg", Math.toDegrees(gaze.meanY()))
        .put("sigma_pitch_deg", Math.toDegrees(gaze.covariance().xSigma()))
        .put("sigma_yaw_deg", Math.toDegrees(gaze.covariance().ySigma()));
  }

  private static void put(ObjectNode node, LossTerms loss) {
    node.put("l1", loss.l1())
        .put("discrepancy", loss.discrepancy())
        .put("dare_gram_angle", loss.angle())
        .put("dare_gram_scale", loss.scale())
        .put("marginal", loss.marginal())
        .put("loss", loss.total());
  }

  private static String moments(String name, Gaussian gaze) {
    return text(
        "%-11s   %7.2f° %7.2f°  %7.2f° %7.2f°",
        name,
        Math.toDegrees(gaze.meanX()),
        Math.toDegrees(gaze.meanY()),
        Math.toDegrees(gaze.covariance().xSigma()),
        Math.toDegrees(gaze.covariance().ySigma()));
  }

  private static String losses(LossTerms loss) {
    return text("  %8.4f  %8.4f  %8.4f", loss.l1(), loss.discrepancy(), loss.marginal());
  }

  private double seconds() {
    return run.training().toMillis() / 1000.0;
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
