package io.gazeshift.glsge.kernel;

import io.gazeshift.glsge.NetworkBatch;
import io.gazeshift.glsge.linalg.Matrix;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Prints time and error of PCOD in random features against the exact one, for features as a random
 * network makes them of gaze and a few nuisances. Arguments: samples in each domain, nuisances,
 * then numbers of features. Times are processor time of one thread.
 */
public final class KernelBenchmark {

  private static final int SEEDS = 3;
  private static final int REPETITIONS = 5;

  private KernelBenchmark() {}

  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 2000;
    int nuisances = args.length > 1 ? Integer.parseInt(args[1]) : 8;
    int[] counts =
        args.length > 2
            ? Arrays.stream(args).skip(2).mapToInt(Integer::parseInt).toArray()
            : new int[] {RandomFeaturePcod.DEFAULT_FEATURES};
    ConditionalDiscrepancy exact = new Pcod(KernelSettings.DEFAULT);
    // Warm the code up on something small.
    NetworkBatch small = NetworkBatch.random(100, nuisances, 0);
    for (int i = 0; i < 30; i++) {
      small.evaluate(exact);
      small.evaluate(new RandomFeaturePcod(KernelSettings.DEFAULT, 50, i));
    }
    for (int seed = 1; seed <= SEEDS; seed++) {
      NetworkBatch batch = NetworkBatch.random(n, nuisances, seed);
      Timed truth = Timed.of(() -> batch.evaluate(exact));
      System.out.printf(
          "n %d, nuisances %d, seed %d: exact %.2f s, d %.4f%n",
          n, nuisances, seed, truth.seconds(), truth.result().distance());
      for (int features : counts) {
        RandomFeaturePcod random = new RandomFeaturePcod(KernelSettings.DEFAULT, features, seed);
        List<Timed> runs =
            Stream.generate(() -> Timed.of(() -> batch.evaluate(random)))
                .limit(REPETITIONS)
                .sorted(Comparator.comparingDouble(Timed::seconds))
                .toList();
        compare(batch, features, runs.get(REPETITIONS / 2), truth);
      }
    }
  }

  private static void compare(NetworkBatch batch, int features, Timed timed, Timed timedTruth) {
    Discrepancy d = timed.result();
    Discrepancy truth = timedTruth.result();
    Matrix byWeights = batch.byWeights(d);
    Matrix trueByWeights = batch.byWeights(truth);
    System.out.printf(
        "  %d features: %.2f s (1/%.0f), d %+.1f %%, means %+.1f %%, variances %+.1f %%, t6 %+.1f %%;"
            + " gradient by weights: cosine %.3f, length %+.1f %%; by samples: cosine %.3f%n",
        features,
        timed.seconds(),
        timedTruth.seconds() / timed.seconds(),
        percent(d.distance(), truth.distance()),
        percent(d.t1() + d.t2() - 2 * d.t3(), truth.t1() + truth.t2() - 2 * truth.t3()),
        percent(d.t4() + d.t5(), truth.t4() + truth.t5()),
        percent(d.t6(), truth.t6()),
        cosine(byWeights, trueByWeights),
        percent(Math.sqrt(byWeights.dot(byWeights)), Math.sqrt(trueByWeights.dot(trueByWeights))),
        cosine(d.targetGradient(), truth.targetGradient()));
  }

  private static double percent(double value, double truth) {
    return 100 * (value / truth - 1);
  }

  /** A result and the processor time it took, which a busy host changes less than the time. */
  private record Timed(Discrepancy result, double seconds) {

    static Timed of(Supplier<Discrepancy> work) {
      ThreadMXBean clock = ManagementFactory.getThreadMXBean();
      long start = clock.getCurrentThreadCpuTime();
      Discrepancy result = work.get();
      return new Timed(result, (clock.getCurrentThreadCpuTime() - start) / 1e9);
    }
  }

  private static double cosine(Matrix a, Matrix b) {
    return a.dot(b) / Math.sqrt(a.dot(a) * b.dot(b));
  }
}
