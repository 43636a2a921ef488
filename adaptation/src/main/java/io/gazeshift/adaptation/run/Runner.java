package io.gazeshift.adaptation.run;

import ai.djl.Device;
import ai.djl.engine.EngineException;
import io.gazeshift.adaptation.method.AdaptationRun;
import io.gazeshift.adaptation.method.SafeAccount;
import io.gazeshift.adaptation.method.SiteKnowledge;
import io.gazeshift.glsge.gate.Gate;
import io.gazeshift.glsge.gate.GateCase;
import io.gazeshift.glsge.gate.GateVerdict;
import io.gazeshift.glsge.gate.MeanPrior;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.label.SitePrior;
import io.gazeshift.glsge.safe.FixatedFrames;
import io.gazeshift.glsge.safe.SourceSplit;
import io.gazeshift.glsge.train.StepLoss;
import io.gazeshift.glsge.train.TrainingDevice;
import io.gazeshift.glsge.train.TrainingListener;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Adapts the head of a job and has the gate judge the result. Knows no Kafka. For one thread. */
public final class Runner {

  private static final Logger log = LoggerFactory.getLogger(Runner.class);
  private static final String CPU = "cpu";
  private static final String AUTO = "auto";

  /** The gate adapts to each half of the samples once more. */
  private static final double SHARE_OF_ADAPTATION = 0.5;

  private final Methods methods;
  private final SourceSplit source;
  private final Gate gate;
  private final String device;
  private final Duration gap;
  private final Consumer<String> computedOn;

  /**
   * @param gap the longest time between two frames of a burst
   * @param computedOn is told where each run was computed, {@code cpu} or {@code cuda:N}
   */
  public Runner(
      Methods methods,
      SourceSplit source,
      Gate gate,
      String device,
      Duration gap,
      Consumer<String> computedOn) {
    this.methods = methods;
    this.source = source;
    this.gate = gate;
    this.device = device;
    this.gap = gap;
    this.computedOn = computedOn;
  }

  /** Never throws: a failure is an outcome. */
  public RunOutcome run(Job job, TrainingListener progress) {
    try {
      return adaptAndJudge(job, progress);
    } catch (CancellationException e) {
      return RunOutcome.failed("broken off: " + job.stop().reason().orElse(e.getMessage()));
    } catch (RuntimeException | OutOfMemoryError e) {
      log.atWarn()
          .addKeyValue("domain", job.domain())
          .setCause(e)
          .log("domain {}: run failed", job.domain());
      return RunOutcome.failed("%s: %s".formatted(e.getClass().getSimpleName(), e.getMessage()));
    }
  }

  @SuppressWarnings("ReferenceEquality") // The same object means no change.
  private RunOutcome adaptAndJudge(Job job, TrainingListener progress) {
    Head start = job.start();
    if (job.samples().heldOut().bursts().isEmpty() || job.samples().training().bursts().isEmpty()) {
      return RunOutcome.failed(
          "%d samples are too few to hold some out for the gate; wait for more"
              .formatted(job.samples().size()));
    }
    FixatedFrames training = Frames.fixated(job.samples().training(), start, gap);
    FixatedFrames heldOut = Frames.fixated(job.samples().heldOut(), start, gap);
    SiteKnowledge site = job.knowledge().site();
    AdaptationRun run = adapt(job, training, firstPart(progress));
    Head candidate = run.account().head();
    // If another head is active, the unchanged starting head may be the better one again.
    if (candidate == start && candidate.equals(job.parent())) {
      progress.done(1);
      return RunOutcome.skipped(run, reasons(run));
    }
    double[] from = {SHARE_OF_ADAPTATION};
    long began = System.nanoTime();
    GateVerdict verdict =
        gate.judge(
            new GateCase(
                job.parent(),
                candidate,
                source,
                training,
                heldOut,
                law(site, job.parent(), training),
                job.knowledge().labelled(),
                half -> {
                  double to = from[0] + (1 - from[0]) / 2;
                  TrainingListener part = scaled(progress, from[0], to);
                  from[0] = to;
                  return adapt(job, half, part).account().head();
                }));
    Duration judging = Duration.ofNanos(System.nanoTime() - began);
    progress.done(1);
    return RunOutcome.judged(run, verdict, judging);
  }

  private AdaptationRun adapt(Job job, FixatedFrames frames, TrainingListener progress) {
    Methods configured = methods.forDomain(job.domain());
    SiteKnowledge site = job.knowledge().site();
    try {
      AdaptationRun run =
          configured.on(device, frames, site).run(job.start(), progress, job.stop());
      computedOn.accept(found(device));
      return run;
    } catch (EngineException e) {
      if (device.equals(CPU) || !isOutOfMemory(e)) {
        throw e;
      }
      log.warn("{} is out of memory, falling back to the CPU: {}", device, e.getMessage());
      AdaptationRun run = configured.on(CPU, frames, site).run(job.start(), progress, job.stop());
      computedOn.accept(CPU);
      return run;
    }
  }

  /** The device that {@code auto} has chosen. */
  private static String found(String device) {
    if (!device.equals(AUTO)) {
      return device;
    }
    Device best = TrainingDevice.parse(device);
    return best.isGpu() ? "cuda:" + best.getDeviceId() : CPU;
  }

  /** The prior that the gate compares a candidate with. */
  private static Optional<SitePrior> law(SiteKnowledge site, Head parent, FixatedFrames training) {
    return site instanceof SiteKnowledge.Mean mean
        ? Optional.of(MeanPrior.of(mean.pitchRad(), mean.yawRad(), parent, training))
        : site.law();
  }

  /** The engine has one exception type for everything; only the message differs. */
  private static boolean isOutOfMemory(Throwable problem) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT).contains("out of memory")) {
        return true;
      }
    }
    return false;
  }

  private static String reasons(AdaptationRun run) {
    return run.account() instanceof SafeAccount safe
        ? String.join("; ", safe.verdict().reasons())
        : "the head did not change";
  }

  /** The candidate's own training: only its losses are reported. */
  private static TrainingListener firstPart(TrainingListener progress) {
    TrainingListener part = scaled(progress, 0, SHARE_OF_ADAPTATION);
    return new TrainingListener() {
      @Override
      public void done(double fraction) {
        part.done(fraction);
      }

      @Override
      public void loss(StepLoss point) {
        progress.loss(point);
      }
    };
  }

  private static TrainingListener scaled(TrainingListener progress, double from, double to) {
    return fraction -> progress.done(from + (to - from) * fraction);
  }
}
