package io.gazeshift.inference.uncertainty;

import io.gazeshift.backbone.input.BackboneInput;
import io.gazeshift.glsge.data.HeadAccuracy;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FaceQuality;
import io.gazeshift.protocol.v1.GazeUncertainty;

/**
 * How far predictions of one model may be off. It begins with the model's accuracy on people it has
 * not seen, grows for faces that are turned, blurred or dark, and ends at the spread of gaze itself
 * for faces whose eyes cannot be read: their predictions say nothing.
 *
 * <p>The constants were fitted to 60,000 simulated faces (turn of the head) and to 54 photographs,
 * of two people, that were blurred, reduced, darkened, or had their eyes covered (all others).
 * Immutable.
 */
public final class ExpectedError {

  /** About what people look at, by axis: the bound of a prediction that says nothing. */
  private static final double NOTHING_KNOWN_RAD = Math.toRadians(20);

  /**
   * By landmarks, the variance of the yaw doubles from a face that points into the camera to one
   * that is turned by this angle; the pitch does not care.
   */
  private static final double TURN_DOUBLES_RAD = Math.toRadians(23);

  /** The turn at which a head has the accuracy that it has on all simulated people. */
  private static final double USUAL_TURN_RAD = Math.toRadians(25.5);

  /** The score of sharpness or exposure at which the variance has doubled. */
  private static final double BLUR_DOUBLES = 0.25;

  /** Eyes open up to here cannot be read; from there on they can. */
  private static final double SHUT = 0.3;

  private static final double OPEN = 0.9;

  private final HeadAccuracy accuracy;
  private final boolean fromLandmarks;

  /**
   * For a model with this accuracy on people it has not seen.
   *
   * @param input what its backbone takes of a face
   */
  public ExpectedError(HeadAccuracy accuracy, BackboneInput input) {
    this.accuracy = accuracy;
    this.fromLandmarks = input.readsLandmarks();
  }

  public GazeUncertainty of(FaceQuality quality) {
    double blur = blur(quality);
    double doubt = doubt(quality);
    double pitch = widened(accuracy.pitchRad(), blur, doubt);
    double yaw = widened(accuracy.yawRad() * turn(quality), blur, doubt);
    return GazeUncertainty.newBuilder()
        .setPitch(pitch)
        .setYaw(yaw)
        .setSigma(HeadAccuracy.angleRad(pitch, yaw))
        .build();
  }

  /**
   * A mixture: with the probability of the doubt, the prediction has nothing to do with the eyes.
   */
  private static double widened(double bound, double blur, double doubt) {
    double nothing = Math.max(NOTHING_KNOWN_RAD, bound);
    double read = Math.min(bound * blur, nothing);
    return Math.sqrt((1 - doubt) * read * read + doubt * nothing * nothing);
  }

  private double turn(FaceQuality quality) {
    if (!fromLandmarks || !quality.hasHead()) {
      return 1;
    }
    double turn = Gaze.from(quality.getHead()).angleToRad(Gaze.INTO_CAMERA) / TURN_DOUBLES_RAD;
    double usual = USUAL_TURN_RAD / TURN_DOUBLES_RAD;
    double growth = Math.sqrt((1 + turn * turn) / (1 + usual * usual));
    return Double.isFinite(growth) ? growth : 1;
  }

  private static double blur(FaceQuality quality) {
    double worst = Math.min(score(quality.getSharpness()), score(quality.getExposure()));
    double share = BLUR_DOUBLES / worst;
    return Math.sqrt(1 + Math.max(0, share * share - BLUR_DOUBLES * BLUR_DOUBLES));
  }

  /** The worst of all signs decides. */
  private static double doubt(FaceQuality quality) {
    double turnedAway = 1 - score(quality.getFrontality());
    double shut = 1 - score((quality.getEyeOpenness() - SHUT) / (OPEN - SHUT));
    double hidden = quality.hasIrises() ? 1 - score(quality.getIrises()) : 0;
    double covered = 1 - score(quality.getVisibility());
    return Math.max(Math.max(turnedAway * turnedAway, shut), Math.max(hidden, covered));
  }

  /** Within 0 and 1; 0 for what is no number. */
  private static double score(double value) {
    return value > 0 ? Math.min(1, value) : 0;
  }
}
