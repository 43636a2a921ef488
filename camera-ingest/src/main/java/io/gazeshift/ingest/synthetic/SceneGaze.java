package io.gazeshift.ingest.synthetic;

import io.gazeshift.protocol.Gaze;
import java.util.List;
import java.util.random.RandomGenerator;

/** Where people look in a scene. */
public sealed interface SceneGaze {

  /** One person's glances, one after another. */
  interface Glances {

    /** The point fixated next, for so long, in camera axes (mm). */
    double[] next(double seconds);
  }

  Glances begin(Seat seat, RandomGenerator random);

  /** What can be looked at, as {@code domains[].targets} writes it; empty where it has no names. */
  List<String> targets(Seat seat);

  /**
   * Anywhere in a field of directions, each as likely as the other; angles are those of the gaze in
   * camera axes of a face at rest.
   */
  record Field(Range pitchDeg, Range yawDeg, Range distanceMm) implements SceneGaze {

    @Override
    public Glances begin(Seat seat, RandomGenerator random) {
      return seconds -> {
        Gaze gaze =
            Gaze.ofDegrees(pitchDeg.at(random.nextDouble()), yawDeg.at(random.nextDouble()));
        double far = distanceMm.at(random.nextDouble());
        double[] v = gaze.vector();
        return new double[] {far * v[0], far * v[1], seat.distanceMm() + far * v[2]};
      };
    }

    @Override
    public List<String> targets(Seat seat) {
      return List.of();
    }
  }

  /**
   * On an upright screen that faces the person: its middle in seat axes. The middle is looked at
   * most.
   */
  record Screen(double xMm, double yMm, double zMm, ScreenSize size, double deviation)
      implements SceneGaze {

    @Override
    public Glances begin(Seat seat, RandomGenerator random) {
      return seconds ->
          seat.toCamera(
              xMm + size.halfWidthMm() * inside(random),
              yMm + size.halfHeightMm() * inside(random),
              zMm);
    }

    private double inside(RandomGenerator random) {
      double place;
      do {
        place = deviation * random.nextGaussian();
      } while (Math.abs(place) > 1);
      return place;
    }

    @Override
    public List<String> targets(Seat seat) {
      // The person's left is at the larger x.
      double left = xMm + size.halfWidthMm();
      double right = xMm - size.halfWidthMm();
      double top = yMm - size.halfHeightMm();
      double bottom = yMm + size.halfHeightMm();
      return List.of(
          "screen screen %s pixels %d %d"
              .formatted(
                  TargetLine.corners(
                      seat.toCamera(left, top, zMm),
                      seat.toCamera(right, top, zMm),
                      seat.toCamera(right, bottom, zMm)),
                  size.widthPx(),
                  size.heightPx()));
    }
  }

  /** How large a screen is, and how many pixels it has. */
  record ScreenSize(double halfWidthMm, double halfHeightMm, int widthPx, int heightPx) {}

  /** At a few places, each with its share of the time; a visit has several fixations. */
  record Places(List<Place> places) implements SceneGaze {

    public Places {
      places = List.copyOf(places);
    }

    @Override
    public Glances begin(Seat seat, RandomGenerator random) {
      return new Glances() {
        private Place current;
        private double left;

        @Override
        public double[] next(double seconds) {
          if (left <= 0) {
            current = pick(random);
            left = current.visitS().at(random.nextDouble());
          }
          left -= seconds;
          Spot at = current.at();
          Gaze direction =
              Gaze.ofDegrees(
                  at.pitchDeg() + current.scatter().pitchDeg() * random.nextGaussian(),
                  at.yawDeg() + current.scatter().yawDeg() * random.nextGaussian());
          return seat.toCamera(direction, at.distanceMm());
        }
      };
    }

    @Override
    public List<String> targets(Seat seat) {
      return places.stream()
          .map(place -> place.name() + " " + place.extent().written(place.at(), seat))
          .toList();
    }

    /** Visits are as frequent as the share of time asks for, given how long they are. */
    private Place pick(RandomGenerator random) {
      double left = random.nextDouble() * places.stream().mapToDouble(Place::visits).sum();
      for (Place place : places) {
        left -= place.visits();
        if (left < 0) {
          return place;
        }
      }
      return places.get(places.size() - 1);
    }
  }

  /**
   * A place people look at: how widely looks scatter about its middle, how long a visit is, its
   * share of the time, and what belongs to it.
   */
  record Place(
      String name, double share, Spot at, Scatter scatter, Range visitS, PlaceExtent extent) {

    private double visits() {
      return share / visitS.at(0.5);
    }
  }

  /**
   * A point by its direction from the face at rest (seat axes: pitch above 0 is up, yaw above 0 is
   * to the person's right) and how far it is.
   */
  record Spot(double pitchDeg, double yawDeg, double distanceMm) {

    Gaze direction() {
      return Gaze.ofDegrees(pitchDeg, yawDeg);
    }
  }

  /** Standard deviations. */
  record Scatter(double pitchDeg, double yawDeg) {}
}
