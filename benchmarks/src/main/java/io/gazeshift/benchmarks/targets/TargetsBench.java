package io.gazeshift.benchmarks.targets;

import com.sun.management.ThreadMXBean;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.targets.hit.AngularSigma;
import io.gazeshift.targets.hit.GazeHits;
import io.gazeshift.targets.hit.TargetMap;
import io.gazeshift.targets.shape.PixelSize;
import io.gazeshift.targets.shape.PointMm;
import io.gazeshift.targets.shape.ScreenPlace;
import io.gazeshift.targets.shape.Target;
import io.gazeshift.targets.shape.TargetShape;
import io.gazeshift.targets.shape.TargetShape.Unit;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Times the look at twenty targets of every kind, some of which overlap, by the CPU time of this
 * thread. Faces and gazes differ from call to call.
 */
public final class TargetsBench {

  private static final int LOOKS = 4096;
  private static final int ROUNDS = 15;
  private static final int WARM_UP = 10;

  /**
   * For one face.
   *
   * @param medianMicros CPU time, the median of some rounds
   * @param bytes allocated
   * @param checksum keeps the work from being optimised away
   */
  public record Cost(double medianMicros, double worstMicros, double bytes, double checksum) {}

  private final TargetMap map;
  private final AngularSigma sigma;
  private final List<PointMm> eyes = new ArrayList<>();
  private final List<Gaze> gazes = new ArrayList<>();

  /**
   * @param sigmaDeg the gaze's uncertainty; the larger, the more targets are within reach
   */
  public TargetsBench(int targets, double sigmaDeg) {
    Random random = new Random(42);
    this.map = new TargetMap(targets(targets, random));
    this.sigma = AngularSigma.ofDegrees(sigmaDeg);
    for (int i = 0; i < LOOKS; i++) {
      eyes.add(
          new PointMm(
              250 + 40 * random.nextGaussian(),
              30 * random.nextGaussian(),
              750 + 40 * random.nextGaussian()));
      gazes.add(Gaze.ofDegrees(-5 + 10 * random.nextGaussian(), 20 * random.nextGaussian()));
    }
  }

  public Cost run() {
    double[] micros = new double[ROUNDS];
    double checksum = 0;
    for (int round = 0; round < WARM_UP; round++) {
      checksum += pass();
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long bytes = threads.getCurrentThreadAllocatedBytes();
    for (int round = 0; round < ROUNDS; round++) {
      long before = threads.getCurrentThreadCpuTime();
      checksum += pass();
      micros[round] = (threads.getCurrentThreadCpuTime() - before) / 1e3 / LOOKS;
    }
    bytes = threads.getCurrentThreadAllocatedBytes() - bytes;
    Arrays.sort(micros);
    return new Cost(
        micros[ROUNDS / 2],
        micros[ROUNDS - 1],
        (double) bytes / ROUNDS / LOOKS,
        checksum / (ROUNDS + WARM_UP) / LOOKS);
  }

  private double pass() {
    double sum = 0;
    for (int i = 0; i < LOOKS; i++) {
      GazeHits hits = map.look(eyes.get(i), gazes.get(i), sigma);
      sum += hits.elsewhere();
    }
    return sum;
  }

  /**
   * A cockpit: screens, mirrors and buttons, panels, boxes and directions, on a grid of five
   * columns and not quite in their places, so that neighbours overlap now and then.
   */
  private static List<Target> targets(int count, Random random) {
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      PointMm at =
          new PointMm(
              -500 + 300 * (i % 5) + random.nextDouble(-40, 40),
              -300 + 200 * (i / 5 % 4) + random.nextDouble(-40, 40),
              random.nextDouble(-200, 100));
      double size = random.nextDouble(60, 260);
      TargetShape shape =
          switch (i * 3 % 5) {
            case 0 ->
                new TargetShape.Screen(
                    ScreenPlace.ofCentre(at, size, 0.6 * size, new PointMm(0.1, 0, 1)),
                    Optional.of(new PixelSize(1920, 1080)));
            case 1, 2 -> new TargetShape.Disc(at, 0.4 * size, Unit.MILLIMETRES);
            case 3 ->
                new TargetShape.Polygon(
                    List.of(
                        at,
                        at.plus(new PointMm(size, 0, 0)),
                        at.plus(new PointMm(size, size, 20)),
                        at.plus(new PointMm(0, size, 20))));
            default ->
                i % 2 == 0
                    ? new TargetShape.Box(at, new PointMm(size, 0.5 * size, 80))
                    : new TargetShape.Direction(Gaze.ofDegrees(2, 10 * random.nextGaussian()), 8);
          };
      targets.add(new Target("target-" + i, shape));
    }
    return targets;
  }
}
