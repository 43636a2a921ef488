package io.gazeshift.adaptation.glance;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.FeatureSample;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How a glance was predicted by the heads that were active at the time.
 *
 * @param truth where the person looked, in the camera's axes
 * @param predicted the mean prediction, in the camera's axes
 * @param corrected the same after the offset computed from the domain's other glances; unchanged if
 *     there are none
 * @param spreadDeg how far frames lie from their mean (root mean square)
 * @param errorDeg mean angle between prediction and truth
 * @param correctedErrorDeg the same after the offset
 */
public record GlanceScore(
    CalibrationGlance glance,
    Gaze truth,
    Gaze predicted,
    Gaze corrected,
    double spreadDeg,
    double errorDeg,
    double correctedErrorDeg) {

  /** Scores glances together: the offset of each comes from all the others. */
  public static List<GlanceScore> of(List<CalibrationGlance> glances) {
    List<double[]> offsets = glances.stream().map(GlanceScore::offset).toList();
    List<GlanceScore> scores = new ArrayList<>();
    for (int i = 0; i < glances.size(); i++) {
      scores.add(score(glances.get(i), meanWithout(offsets, i)));
    }
    return scores;
  }

  /**
   * How well the predictions follow the points: the correlation of both about their means, from -1
   * to 1. A head with a constant offset can still follow the eyes. Near 0, the person looked
   * elsewhere, or the configured position of the screen or the camera is wrong.
   */
  public static double following(List<GlanceScore> scores) {
    double truthPitch = mean(scores, score -> score.truth.pitchRad());
    double truthYaw = mean(scores, score -> score.truth.yawRad());
    double saidPitch = mean(scores, score -> score.predicted.pitchRad());
    double saidYaw = mean(scores, score -> score.predicted.yawRad());
    double both = 0;
    double truths = 0;
    double saids = 0;
    for (GlanceScore score : scores) {
      double tp = score.truth.pitchRad() - truthPitch;
      double ty = score.truth.yawRad() - truthYaw;
      double sp = score.predicted.pitchRad() - saidPitch;
      double sy = score.predicted.yawRad() - saidYaw;
      both += tp * sp + ty * sy;
      truths += tp * tp + ty * ty;
      saids += sp * sp + sy * sy;
    }
    return truths > 0 && saids > 0 ? both / Math.sqrt(truths * saids) : 0;
  }

  private static double mean(List<GlanceScore> scores, ToDoubleFunction<GlanceScore> of) {
    return scores.stream().mapToDouble(of).average().orElse(0);
  }

  private static GlanceScore score(CalibrationGlance glance, double[] offset) {
    Gaze truth = Gaze.from(glance.getCameraGaze());
    double[] sum = new double[3];
    double[] correctedSum = new double[3];
    double error = 0;
    double correctedError = 0;
    for (FeatureSample frame : glance.getFramesList()) {
      Rotation toCamera = toVirtual(frame).inverse();
      Gaze said = Gaze.from(frame.getPrediction());
      Gaze predicted = said.rotatedBy(toCamera);
      Gaze corrected =
          new Gaze(said.pitchRad() + offset[0], said.yawRad() + offset[1]).rotatedBy(toCamera);
      add(sum, predicted.vector());
      add(correctedSum, corrected.vector());
      error += predicted.angleToRad(truth);
      correctedError += corrected.angleToRad(truth);
    }
    int count = glance.getFramesCount();
    Gaze mean = Gaze.along(sum[0], sum[1], sum[2]);
    return new GlanceScore(
        glance,
        truth,
        mean,
        Gaze.along(correctedSum[0], correctedSum[1], correctedSum[2]),
        Math.toDegrees(spread(glance, mean)),
        Math.toDegrees(error / count),
        Math.toDegrees(correctedError / count));
  }

  private static double spread(CalibrationGlance glance, Gaze mean) {
    double squares = 0;
    for (FeatureSample frame : glance.getFramesList()) {
      Gaze predicted = Gaze.from(frame.getPrediction()).rotatedBy(toVirtual(frame).inverse());
      squares += Math.pow(predicted.angleToRad(mean), 2);
    }
    return Math.sqrt(squares / glance.getFramesCount());
  }

  /** The offset that would correct the head, in the axes it predicts in. */
  private static double[] offset(CalibrationGlance glance) {
    double[] offset = new double[2];
    for (FeatureSample frame : glance.getFramesList()) {
      Gaze truth = Gaze.from(glance.getCameraGaze()).rotatedBy(toVirtual(frame));
      offset[0] += (truth.pitchRad() - frame.getPrediction().getPitch()) / glance.getFramesCount();
      offset[1] += (truth.yawRad() - frame.getPrediction().getYaw()) / glance.getFramesCount();
    }
    return offset;
  }

  private static double[] meanWithout(List<double[]> offsets, int left) {
    double[] mean = new double[2];
    for (int i = 0; i < offsets.size(); i++) {
      if (i != left) {
        mean[0] += offsets.get(i)[0] / (offsets.size() - 1);
        mean[1] += offsets.get(i)[1] / (offsets.size() - 1);
      }
    }
    return mean;
  }

  private static Rotation toVirtual(FeatureSample frame) {
    return Rotation.ofRows(frame.getNormalisationRotationList());
  }

  private static void add(double[] sum, double[] vector) {
    for (int axis = 0; axis < 3; axis++) {
      sum[axis] += vector[axis];
    }
  }
}
