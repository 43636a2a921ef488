package io.gazeshift.adaptation.glance;

import io.gazeshift.adaptation.glance.ScreenPoints.Spot;
import io.gazeshift.common.UserError;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.targets.shape.ScreenPlace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Guides one person through points on a screen. Each point becomes a glance, published as soon as
 * it is recorded; showing a point again replaces its glance. The page may call this from any
 * thread, and points are recorded one at a time; the command waits on its own thread.
 */
public final class GuidedRun {

  /** Reports progress to the person at the terminal. */
  public interface Listener {
    void seen(int point, int count, GlanceScore score);

    void failed(int point, int count, String why);
  }

  /** How it ended. */
  public enum End {
    DONE,
    GIVEN_UP
  }

  private final List<Spot> spots;
  private final ScreenPlace screen;
  private final FaceWatch watch;
  private final GlanceMaker maker;
  private final GlanceStore store;
  private final Duration look;
  private final Listener listener;
  private final Map<Integer, CalibrationGlance> glances = new TreeMap<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile End end = End.GIVEN_UP;

  /**
   * Takes clients that the caller closes, after the run.
   *
   * @param look how long each point is looked at
   */
  public GuidedRun(
      List<Spot> spots,
      ScreenPlace screen,
      FaceWatch watch,
      GlanceMaker maker,
      GlanceStore store,
      Duration look,
      Listener listener) {
    this.spots = List.copyOf(spots);
    this.screen = screen;
    this.watch = watch;
    this.maker = maker;
    this.store = store;
    this.look = look;
    this.listener = listener;
  }

  public List<Spot> spots() {
    return spots;
  }

  public Duration look() {
    return look;
  }

  /**
   * Collects what is seen from now on, while this point is looked at.
   *
   * @throws UserError where that makes no glance; the point may be shown again. After the end none
   *     is looked at any more
   */
  public synchronized GlanceScore collect(int point) {
    if (ended.getCount() == 0) {
      throw new UserError("calibration run: has ended; begin another for more points");
    }
    Spot spot = spots.get(point);
    try {
      GlanceScore score =
          maker.collect(watch, look, new Aim.Place(screen.at(spot.right(), spot.down())), store);
      CalibrationGlance earlier = glances.put(point, score.glance());
      if (earlier != null) {
        store.remove(earlier.getDomain(), earlier.getGlanceId());
      }
      listener.seen(point, spots.size(), score);
      return score;
    } catch (UserError e) {
      listener.failed(point, spots.size(), String.valueOf(e.getMessage()));
      throw e;
    }
  }

  /** Waits for the point that is being recorded. */
  public synchronized void end(End how) {
    end = how;
    ended.countDown();
  }

  /** Whether the page has said that it is over, within this time. */
  public boolean awaitEnd(Duration patience) throws InterruptedException {
    return ended.await(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  public End howItEnded() {
    return end;
  }

  /** What was published so far, in the order of the points. */
  public synchronized List<CalibrationGlance> glances() {
    return new ArrayList<>(glances.values());
  }
}
