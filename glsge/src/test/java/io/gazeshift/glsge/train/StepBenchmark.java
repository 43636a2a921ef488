package io.gazeshift.glsge.train;

import ai.djl.Device;
import com.sun.management.OperatingSystemMXBean;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.ImportanceWeights;
import io.gazeshift.glsge.linalg.Matrix;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;

/**
 * Prints the time of a whole training step, and of its parts, for batches of 100 + 100, 512
 * features, hidden layers of 256 and 128. The same step in plain PyTorch is {@code
 * src/bench/python/naive_glsge.py}.
 */
public final class StepBenchmark {

  private static final int BATCH = 100;
  private static final int WIDTH = 512;
  private static final int WARM_UP = 400;
  private static final int STEPS = 200;

  private StepBenchmark() {}

  public static void main(String[] args) {
    boolean beside = args.length == 0 || !args[0].equals("alone");
    ForkJoinPool pool = new ForkJoinPool(1);
    Executor executor = beside ? pool : Runnable::run;
    Random random = new Random(1);
    float[] x = new float[2 * BATCH * WIDTH];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) random.nextGaussian() + (i < x.length / 2 ? 0 : 0.3f);
    }
    Matrix gaze = Matrix.zeros(BATCH, 2);
    double[] density = new double[BATCH];
    for (int i = 0; i < BATCH; i++) {
      gaze.set(i, 0, 0.3 * random.nextGaussian());
      gaze.set(i, 1, 0.3 * random.nextGaussian());
      double square = gaze.get(i, 0) * gaze.get(i, 0) + gaze.get(i, 1) * gaze.get(i, 1);
      density[i] = Math.exp(-square / 0.05);
    }
    double[] q = ImportanceWeights.normalised(density).values();
    GlsgeLoss loss = new GlsgeLoss(Objective.DEFAULT, 1, executor);
    Head start = new SourceTrainer(SourceTrainer.Settings.DEFAULT).randomHead(WIDTH);
    double[] whole = new double[STEPS];
    double[] inLoss = new double[STEPS];
    double[] inAdam = new double[STEPS];
    double[] total = new double[1];
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long cpuStart = 0;
    try (TrainableHead head = TrainableHead.of(start, Device.cpu(), executor)) {
      Adam adam = new Adam(head.weights().lengths());
      for (int step = -WARM_UP; step < STEPS; step++) {
        if (step == 0) {
          cpuStart = system.getProcessCpuTime();
        }
        long[] lossNanos = new long[1];
        long begin = System.nanoTime();
        float[][] gradients =
            head.gradients(
                x,
                2 * BATCH,
                (z, y) -> {
                  long from = System.nanoTime();
                  GlsgeLoss.Evaluation e =
                      loss.evaluate(
                          z.rows(0, BATCH),
                          z.rows(BATCH, 2 * BATCH),
                          y.rows(0, BATCH),
                          gaze,
                          y.rows(BATCH, 2 * BATCH),
                          q);
                  total[0] = e.terms().total();
                  TrainableHead.OutputGradients g = OutputLayout.of(e, z, y);
                  lossNanos[0] = System.nanoTime() - from;
                  return g;
                });
        long beforeAdam = System.nanoTime();
        adam.step(head.weights().values(), gradients, 3e-5);
        long end = System.nanoTime();
        if (step >= 0) {
          whole[step] = (end - begin) / 1e6;
          inLoss[step] = lossNanos[0] / 1e6;
          inAdam[step] = (end - beforeAdam) / 1e6;
        }
      }
    }
    double cpu = (system.getProcessCpuTime() - cpuStart) / 1e6 / STEPS;
    pool.shutdown();
    System.out.printf(
        "closed form%s: median %.2f ms over %d steps (loss %.2f, optimiser %.2f), mean"
            + " processor time %.2f ms, loss %.4f%n",
        beside ? " on two threads" : "",
        median(whole),
        STEPS,
        median(inLoss),
        median(inAdam),
        cpu,
        total[0]);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
