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
  }

  /**
   * On an upright screen that faces the person: its middle and half its size in seat axes. The
   * middle is looked at most.
   */
  record Screen(
      double xMm, double yMm, double zMm, double halfWidthMm, double halfHeightMm, double deviation)
      implements SceneGaze {

    @Override
    public Glances begin(Seat seat, RandomGenerator random) {
      return seconds ->
          seat.toCamera(
              xMm + halfWidthMm * inside(random), yMm + halfHeightMm * inside(random), zMm);
    }

    private double inside(RandomGenerator random) {
      double place;
      do {
        place = deviation * random.nextGaussian();
      } while (Math.abs(place) > 1);
      return place;
    }
  }

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
          Gaze direction =
              Gaze.ofDegrees(
                  current.pitchDeg() + current.spreadPitchDeg() * random.nextGaussian(),
                  current.yawDeg() + current.spreadYawDeg() * random.nextGaussian());
          return seat.toCamera(direction, current.distanceMm());
        }
      };
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
   * A place people look at: its direction from the face at rest (seat axes: pitch above 0 is up,
   * yaw above 0 is to the person's right), how far it is, how widely glances scatter about it, how
   * long a visit is, and its share of the time.
   */
  record Place(
      String name,
      double share,
      double pitchDeg,
      double yawDeg,
      double distanceMm,
      double spreadPitchDeg,
      double spreadYawDeg,
      Range visitS) {

    private double visits() {
      return share / visitS.at(0.5);
    }
  }
}
