package io.gazeshift.targets.event;

import io.gazeshift.targets.event.DriverRules.Source;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Tells when a driver's eyes break a rule, at the frame that shows it. Each look away from the road
 * breaks a rule once; time-sharing is over when the eyes stay on the road for {@link
 * #ASSESSED_MICROS}. The speed of the moment decides, and time away counts at any speed.
 */
final class DriverDetector {

  /** Of what {@link #write} writes. */
  static final int FORMAT = 2;

  static final String EYES_OFF_ROAD = "eyes-off-road";
  static final String LONG_DISTRACTION = "long-distraction";
  static final String SHORT_DISTRACTION = "short-distraction";
  static final String PERCLOS = "perclos";

  /** Looks of drivers of slower vehicles are not judged. */
  private static final double SLOWEST_KMH = 20;

  private static final double FAST_KMH = 50;
  private static final double ADDW_SECONDS = 6;
  private static final double ADDW_FAST_SECONDS = 3.5;

  private static final double NCAP_LONG_SECONDS = 3;
  private static final double NCAP_SHARED_SECONDS = 10;
  private static final long NCAP_WINDOW_MICROS = 30_000_000;

  /** Long enough a look at the road to take in what is going on there. */
  private static final long ASSESSED_MICROS = 2_000_000;

  /** Of the usual openness: PERCLOS is about eyes that are closed by 80 percent. */
  private static final double CLOSED_BELOW = 0.2;

  /** A share that is below this part of its bound is told anew when it rises. */
  private static final double REARMED_BELOW = 0.5;

  /** After so long without a frame, it may be another person in another mood. */
  private static final long LONGEST_UNSEEN_MICROS = 10_000_000;

  /** A look away that is over. */
  private record Look(long fromMicros, long toMicros) {}

  private final DriverRules rules;
  private final long faceLostMicros;
  private final RoadGaze gaze;
  private final ClosureShare closure;

  /** Those that may count within the window. */
  private final Deque<Look> looks = new ArrayDeque<>();

  private long lastMicros = Long.MIN_VALUE;

  /** Whether the eyes were open in the last frame, and it did not tell where they looked. */
  private boolean lastUnknown;

  private boolean offRoadTold;
  private boolean longTold;
  private boolean shortTold;
  private boolean perclosTold;

  DriverDetector(DriverRules rules, EventSettings settings) {
    this.rules = rules;
    this.faceLostMicros = EventSettings.micros(settings.faceLostAfter());
    this.gaze = new RoadGaze(settings);
    this.closure = new ClosureShare(EventSettings.micros(rules.perclosWindow()), faceLostMicros);
  }

  /**
   * Takes a frame of any face; those that are no driver's change nothing.
   *
   * @param blinks after it took the frame
   */
  void add(GazeSample sample, BlinkDetector blinks, List<GazeEvent> events) {
    if (sample.driving().isEmpty()) {
      return;
    }
    Driving driving = sample.driving().get();
    long now = sample.captureMicros();
    if (lastMicros != Long.MIN_VALUE && isOver(now)) {
      forget();
    }
    boolean unknown = blinks.isOpen() && !driving.gazeKnown();
    skipUnknown(now, unknown);
    lastMicros = now;
    lastUnknown = unknown;
    if (rules.has(Source.PERCLOS)) {
      closure.add(now, blinks.relativeOpenness() <= CLOSED_BELOW);
      judgeClosure(now, events);
    }
    boolean seen = blinks.isOpen() && !unknown;
    if (seen) {
      follow(now, !rules.isRoad(sample.target()));
    }
    // A driver who closes the eyes while looking away goes on to look away.
    boolean judged = seen || (!blinks.isOpen() && gaze.isAway());
    if (judged && driving.speedKmh() >= SLOWEST_KMH) {
      judgeLook(now, driving.speedKmh(), events);
    }
  }

  /** A frame then would begin anew. */
  boolean isOver(long micros) {
    return lastMicros == Long.MIN_VALUE || micros - lastMicros > LONGEST_UNSEEN_MICROS;
  }

  /**
   * A frame stands for the time since the one before. A face that is lost is as it was before: if
   * that is not known, the time without it is not known either.
   */
  private void skipUnknown(long now, boolean unknown) {
    boolean wasLost = now - lastMicros > faceLostMicros;
    if (lastMicros != Long.MIN_VALUE && (wasLost ? lastUnknown : unknown)) {
      gaze.skip(now - lastMicros);
    }
  }

  private void follow(long now, boolean isAway) {
    if (gaze.unseenMicros(now) > LONGEST_UNSEEN_MICROS) {
      gaze.forget();
    }
    boolean wasAway = gaze.isAway();
    long since = gaze.sinceMicros();
    if (gaze.add(now, isAway)) {
      if (wasAway) {
        looks.addLast(new Look(since, gaze.sinceMicros()));
      }
      offRoadTold = false;
      longTold = false;
    }
    while (!looks.isEmpty() && looks.getFirst().toMicros <= now - NCAP_WINDOW_MICROS) {
      looks.removeFirst();
    }
    if (!gaze.isAway() && gaze.lastsMicros(now) >= ASSESSED_MICROS) {
      looks.clear();
      shortTold = false;
    }
  }

  private void judgeLook(long now, double kmh, List<GazeEvent> events) {
    if (gaze.isAway()) {
      double seconds = gaze.lastsMicros(now) / 1e6;
      double bound = kmh >= FAST_KMH ? ADDW_FAST_SECONDS : ADDW_SECONDS;
      if (rules.has(Source.ADDW) && !offRoadTold && seconds >= bound) {
        offRoadTold = true;
        events.add(alert(gaze.sinceMicros(), now, EYES_OFF_ROAD, seconds, bound));
      }
      if (rules.has(Source.NCAP) && !longTold && seconds >= NCAP_LONG_SECONDS) {
        longTold = true;
        events.add(alert(gaze.sinceMicros(), now, LONG_DISTRACTION, seconds, NCAP_LONG_SECONDS));
      }
    }
    double shared = awayMicros(now) / 1e6;
    if (rules.has(Source.NCAP) && !shortTold && shared > NCAP_SHARED_SECONDS) {
      shortTold = true;
      long first = looks.isEmpty() ? gaze.sinceMicros() : looks.getFirst().fromMicros;
      events.add(
          alert(
              Math.max(first, now - NCAP_WINDOW_MICROS),
              now,
              SHORT_DISTRACTION,
              shared,
              NCAP_SHARED_SECONDS));
    }
  }

  /** In the window that ends now. */
  private long awayMicros(long now) {
    long begin = now - NCAP_WINDOW_MICROS;
    long sum =
        looks.stream().mapToLong(look -> within(look.fromMicros, look.toMicros, begin)).sum();
    if (gaze.isAway()) {
      sum += within(gaze.sinceMicros(), gaze.sinceMicros() + gaze.lastsMicros(now), begin);
    }
    return sum;
  }

  private static long within(long from, long to, long begin) {
    return Math.max(0, to - Math.max(from, begin));
  }

  private void judgeClosure(long now, List<GazeEvent> events) {
    if (closure.share().isEmpty()) {
      return;
    }
    double share = closure.share().getAsDouble();
    if (perclosTold) {
      perclosTold = share >= REARMED_BELOW * rules.perclosBound();
    } else if (share > rules.perclosBound()) {
      perclosTold = true;
      events.add(alert(closure.sinceMicros(), now, PERCLOS, share, rules.perclosBound()));
    }
  }

  private static GazeEvent alert(long start, long end, String rule, double value, double bound) {
    return new GazeEvent.Alert(start, end, rule, value, bound);
  }

  private void forget() {
    gaze.forget();
    closure.forget();
    looks.clear();
    lastUnknown = false;
    offRoadTold = false;
    longTold = false;
    shortTold = false;
    perclosTold = false;
  }

  void write(DataOutput out) throws IOException {
    out.writeLong(lastMicros);
    out.writeBoolean(lastUnknown);
    out.writeBoolean(offRoadTold);
    out.writeBoolean(longTold);
    out.writeBoolean(shortTold);
    out.writeBoolean(perclosTold);
    gaze.write(out);
    closure.write(out);
    out.writeInt(looks.size());
    for (Look look : looks) {
      out.writeLong(look.fromMicros);
      out.writeLong(look.toMicros);
    }
  }

  void read(DataInput in) throws IOException {
    lastMicros = in.readLong();
    lastUnknown = in.readBoolean();
    offRoadTold = in.readBoolean();
    longTold = in.readBoolean();
    shortTold = in.readBoolean();
    perclosTold = in.readBoolean();
    gaze.read(in);
    closure.read(in);
    for (int i = in.readInt(); i > 0; i--) {
      looks.add(new Look(in.readLong(), in.readLong()));
    }
  }
}
