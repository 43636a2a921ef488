package io.gazeshift.ingest.synthetic;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Who sits in front of the camera: everything about them that stays the same while they sit. */
record RenderedPerson(
    long identity, Paint paint, Build build, Eyes eyes, Hair hair, boolean glasses) {

  /** Colours. */
  record Paint(Colour skin, Colour hair, Colour iris, Colour shirt) {}

  /**
   * The head. Width and height are factors of an average head's; the beard is how much of it shows,
   * 0 to 1.
   */
  record Build(
      double width,
      double height,
      double noseMm,
      double noseWidth,
      double lipsMm,
      double browMm,
      double browHeightMm,
      double beard) {}

  /**
   * The eyes. Lids are measured from the middle of the eyeball when looking straight ahead; the
   * corner that is farther from the nose stands higher by twice the tilt. The visual axis, along
   * which a person really looks, is not the axis of the eyeball, which a camera sees: this one is
   * turned outwards by the spread and for both eyes the same way by the offset (pitch, yaw).
   */
  record Eyes(
      double halfDistanceMm,
      double halfOpeningMm,
      double upperLidMm,
      double lowerLidMm,
      double tiltMm,
      double creaseMm,
      double irisMm,
      double pupilMm,
      double spreadDeg,
      double offsetPitchDeg,
      double offsetYawDeg) {}

  /** How hair is worn. */
  enum Hair {
    SHORT,
    LONG,
    RECEDING,
    BALD
  }

  private static final List<Colour> SKINS =
      List.of(
          Colour.ofScreen(236, 194, 172),
          Colour.ofScreen(224, 178, 150),
          Colour.ofScreen(205, 155, 122),
          Colour.ofScreen(178, 126, 92),
          Colour.ofScreen(141, 94, 66),
          Colour.ofScreen(104, 68, 48));
  private static final List<Colour> HAIRS =
      List.of(
          Colour.ofScreen(30, 26, 24),
          Colour.ofScreen(58, 42, 32),
          Colour.ofScreen(92, 66, 44),
          Colour.ofScreen(150, 118, 78),
          Colour.ofScreen(140, 138, 134),
          Colour.ofScreen(104, 52, 30));
  private static final List<Colour> IRISES =
      List.of(
          Colour.ofScreen(78, 50, 32),
          Colour.ofScreen(96, 64, 40),
          Colour.ofScreen(128, 96, 58),
          Colour.ofScreen(94, 122, 138),
          Colour.ofScreen(110, 124, 96),
          Colour.ofScreen(116, 126, 134));
  private static final List<Colour> SHIRTS =
      List.of(
          Colour.ofScreen(60, 72, 96),
          Colour.ofScreen(122, 124, 128),
          Colour.ofScreen(44, 44, 48),
          Colour.ofScreen(150, 60, 56),
          Colour.ofScreen(190, 186, 176),
          Colour.ofScreen(70, 100, 76));

  /** The person of that number, always the same. */
  static RenderedPerson of(long identity) {
    RandomGenerator random = new SplittableRandom(identity).split();
    int tone = random.nextInt(SKINS.size());
    // Dark skin comes with dark hair and eyes far more often than not.
    int lightest = tone >= 3 ? 2 : HAIRS.size();
    Paint paint =
        new Paint(
            varied(SKINS.get(tone), random),
            varied(HAIRS.get(random.nextInt(lightest)), random),
            varied(IRISES.get(random.nextInt(tone >= 3 ? 2 : IRISES.size())), random),
            varied(SHIRTS.get(random.nextInt(SHIRTS.size())), random));
    Hair hair = Hair.values()[pick(random, 0.5, 0.3, 0.12, 0.08)];
    double beard = hair == Hair.LONG || random.nextInt(3) > 0 ? 0 : random.nextDouble(0.15, 0.8);
    Build build =
        new Build(
            random.nextDouble(0.94, 1.06),
            random.nextDouble(0.95, 1.05),
            random.nextDouble(16, 22),
            random.nextDouble(0.85, 1.25),
            random.nextDouble(5, 8.5),
            random.nextDouble(3.5, 6.5),
            random.nextDouble(15, 20),
            beard);
    Eyes eyes =
        new Eyes(
            random.nextDouble(29, 34),
            random.nextDouble(13.2, 15.2),
            random.nextDouble(3.0, 4.5),
            random.nextDouble(3.8, 5.0),
            random.nextDouble(-0.2, 1.4),
            random.nextDouble(2.2, 4.6),
            random.nextDouble(5.6, 6.1),
            random.nextDouble(1.6, 2.6),
            random.nextDouble(3, 5.5),
            0.8 * random.nextGaussian(),
            0.8 * random.nextGaussian());
    return new RenderedPerson(identity, paint, build, eyes, hair, random.nextDouble() < 0.3);
  }

  RenderedPerson withGlasses(boolean worn) {
    return new RenderedPerson(identity, paint, build, eyes, hair, worn);
  }

  private static int pick(RandomGenerator random, double... shares) {
    double left = random.nextDouble();
    int i = 0;
    while (i < shares.length - 1 && left >= shares[i]) {
      left -= shares[i++];
    }
    return i;
  }

  private static Colour varied(Colour colour, RandomGenerator random) {
    return colour.times(
        new Colour(
            random.nextDouble(0.88, 1.12),
            random.nextDouble(0.92, 1.08),
            random.nextDouble(0.94, 1.06)));
  }
}
