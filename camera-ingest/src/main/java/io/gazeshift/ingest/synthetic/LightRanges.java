package io.gazeshift.ingest.synthetic;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The light of a scene. A level of 1 is well lit; it wanders within its range. The lamps are drawn
 * anew for each person; the first is the main one.
 *
 * @param fromAbove what comes from the ceiling, in proportion to the lamps
 */
public record LightRanges(Range level, List<LampRanges> lamps, Range fromAbove, Range fromBelow) {

  private static final Colour COLD = new Colour(1.18, 1.02, 0.88);
  private static final Colour WARM = new Colour(0.72, 0.94, 1.18);

  /**
   * One lamp: where it may stand (azimuth 0 is where the camera is, above 0 towards the image's
   * right; elevation above 0 is up), how strong it may be, how warm (0 cold to 1 warm), and half
   * the angle it takes up as seen from the face.
   */
  public record LampRanges(
      Range azimuthDeg, Range elevationDeg, Range strength, Range warmth, double halfAngleDeg) {}

  /** Where a lamp may be told to stand, as seen in the image. */
  public enum Side {
    LEFT(-65, 12),
    RIGHT(65, 12),
    ABOVE(0, 62),
    BELOW(0, -40),
    FRONT(0, 15);

    private final double azimuthDeg;
    private final double elevationDeg;

    Side(double azimuthDeg, double elevationDeg) {
      this.azimuthDeg = azimuthDeg;
      this.elevationDeg = elevationDeg;
    }
  }

  public LightRanges {
    lamps = List.copyOf(lamps);
  }

  public LightRanges withLevel(Range other) {
    return new LightRanges(other, lamps, fromAbove, fromBelow);
  }

  /** The same with the main lamp on that side. */
  LightRanges from(Side side) {
    LampRanges main = lamps.get(0);
    List<LampRanges> moved = new ArrayList<>(lamps);
    moved.set(
        0,
        new LampRanges(
            Range.only(side.azimuthDeg),
            Range.only(side.elevationDeg),
            main.strength(),
            main.warmth(),
            main.halfAngleDeg()));
    return new LightRanges(level, moved, fromAbove, fromBelow);
  }

  /** Sets lamps up; takes as many random numbers whatever the ranges are. */
  Light draw(RandomGenerator random, Look look) {
    List<Lamp> set = new ArrayList<>();
    for (LampRanges lamp : lamps) {
      double azimuth = lamp.azimuthDeg().at(random.nextDouble());
      double elevation = lamp.elevationDeg().at(random.nextDouble());
      Colour tint = COLD.mixed(WARM, lamp.warmth().at(random.nextDouble()));
      Colour light = tint.times(lamp.strength().at(random.nextDouble()));
      set.add(Lamp.at(azimuth, elevation, seen(light, look), lamp.halfAngleDeg()));
    }
    Colour room = COLD.mixed(WARM, random.nextDouble());
    return new Light(
        set,
        seen(room.times(fromAbove.at(random.nextDouble())), look),
        seen(room.times(fromBelow.at(random.nextDouble())), look));
  }

  private static Colour seen(Colour light, Look look) {
    return look == Look.COLOUR ? light : Colour.grey(light.luminance());
  }
}
