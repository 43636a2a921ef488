package io.gazeshift.adaptation.report;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.adaptation.method.AdaptationRun;
import io.gazeshift.adaptation.method.FeatureProjection;
import io.gazeshift.adaptation.method.GlsgeAccount;
import io.gazeshift.adaptation.method.SafeAccount;
import io.gazeshift.glsge.label.Covariance;
import io.gazeshift.glsge.label.Gaussian;
import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.label.LabelBox;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.train.LossTerms;
import io.gazeshift.glsge.train.StepLoss;
import java.util.List;
import java.util.Optional;

/** The content of {@link AdaptationPage} as JSON, for programs. */
public final class AdaptationJson {

  private static final double VARIANCE_FLOOR = 1e-12;

  /** Of what is only looked at. */
  private static final double ROUNDING = 1e3;

  private AdaptationJson() {}

  public static ObjectNode of(AdaptationRun run) {
    ObjectNode node = JsonMapper.builder().build().createObjectNode();
    node.put("method", run.account().method())
        .put("head_sha256", run.account().head().sha256())
        .put("training_seconds", run.training().toMillis() / 1000.0);
    predictions(node.putObject("before"), run.before());
    predictions(node.putObject("after"), run.after());
    if (run.account() instanceof SafeAccount safe) {
      safe.verdict().reasons().forEach(node.putArray("reasons")::add);
    }
    if (run.account() instanceof GlsgeAccount glsge) {
      glsge(node.putObject("glsge"), glsge);
    }
    laws(node.putObject("label_laws"), run);
    ArrayNode losses = node.putArray("losses");
    run.account().losses().forEach(point -> loss(losses.addObject(), point));
    ObjectNode projection = node.putObject("projection");
    projection(projection.putObject("before"), run.featuresBefore());
    projection(projection.putObject("after"), run.featuresAfter());
    return node;
  }

  /** The terms by their names in the paper. */
  private static void glsge(ObjectNode node, GlsgeAccount account) {
    node.put("label_model", account.labelModel().key())
        .put("objective", account.settings().objective().name())
        .put("lambda", account.settings().objective().lambda());
    account.laws().forEach(law -> node.withArray("label_model_rounds").add(law.describe()));
    terms(node.putObject("first"), account.firstLoss());
    terms(node.putObject("last"), account.lastLoss());
    node.put("batch", account.settings().schedule().batch())
        .put("effective_batch_samples", account.effectiveBatchSamples());
  }

  private static void terms(ObjectNode node, LossTerms loss) {
    node.put("reweighted_l1", loss.l1())
        .put("pcod", loss.discrepancy())
        .put("dare_gram_angle", loss.angle())
        .put("dare_gram_scale", loss.scale())
        .put("dare_gram", loss.marginal())
        .put("total", loss.total());
  }

  private static void predictions(ObjectNode node, Matrix predictions) {
    Gaussian gaze = Gaussian.fit(predictions, VARIANCE_FLOOR);
    node.put("mean_pitch_deg", Math.toDegrees(gaze.meanX()))
        .put("mean_yaw_deg", Math.toDegrees(gaze.meanY()))
        .put("sigma_pitch_deg", Math.toDegrees(gaze.covariance().xSigma()))
        .put("sigma_yaw_deg", Math.toDegrees(gaze.covariance().ySigma()));
  }

  private static void laws(ObjectNode node, AdaptationRun run) {
    Matrix labels = run.sourceGaze();
    law(node.putArray("source"), DistributionShape.of(Gaussian.fit(labels, VARIANCE_FLOOR), 1));
    Optional<ImportanceWeights> weights = run.account().weights(labels);
    if (weights.isPresent()) {
      Gaussian reweighted = Gaussian.fit(labels, weights.get(), VARIANCE_FLOOR);
      law(node.putArray("reweighted_source"), DistributionShape.of(reweighted, 1));
      node.put("effective_source_samples", weights.get().effectiveSamples());
    }
    List<DistributionShape> target =
        run.account().law().map(DistributionShape::of).orElse(List.of());
    if (!target.isEmpty()) {
      ArrayNode clusters = node.putArray("target");
      target.forEach(cluster -> law(clusters, cluster));
    }
  }

  private static void law(ArrayNode clusters, DistributionShape shape) {
    Gaussian law = shape.cluster();
    ObjectNode node = clusters.addObject().put("share", shape.share());
    pair(node.putArray("mean_deg"), Math.toDegrees(law.meanX()), Math.toDegrees(law.meanY()));
    Covariance covariance = law.covariance();
    ArrayNode rows = node.putArray("covariance_deg2");
    pair(rows.addArray(), squareDegrees(covariance.xx()), squareDegrees(covariance.xy()));
    pair(rows.addArray(), squareDegrees(covariance.xy()), squareDegrees(covariance.yy()));
    shape.box().ifPresent(box -> box(node.putObject("box_deg"), box));
  }

  private static void box(ObjectNode node, LabelBox box) {
    pair(node.putArray("pitch"), Math.toDegrees(box.xLow()), Math.toDegrees(box.xHigh()));
    pair(node.putArray("yaw"), Math.toDegrees(box.yLow()), Math.toDegrees(box.yHigh()));
  }

  private static void loss(ObjectNode node, StepLoss point) {
    if (point.stage().isEmpty()) {
      node.put("step", point.step())
          .put("l1", point.terms().l1())
          .put("discrepancy", point.terms().discrepancy())
          .put("marginal", point.terms().marginal())
          .put("total", point.terms().total());
    } else {
      node.put("stage", point.stage()).put("step", point.step()).put("l1", point.terms().l1());
    }
  }

  private static void projection(ObjectNode node, FeatureProjection features) {
    points(node.putArray("source"), features.source());
    points(node.putArray("target"), features.target());
  }

  private static void points(ArrayNode array, Matrix points) {
    for (int i = 0; i < points.rows(); i++) {
      pair(array.addArray(), rounded(points.get(i, 0)), rounded(points.get(i, 1)));
    }
  }

  private static void pair(ArrayNode array, double first, double second) {
    array.add(first).add(second);
  }

  private static double squareDegrees(double squareRadians) {
    return Math.toDegrees(Math.toDegrees(squareRadians));
  }

  private static double rounded(double value) {
    return Math.rint(value * ROUNDING) / ROUNDING;
  }
}
