package io.gazeshift.adaptation.run;

import io.gazeshift.common.process.NativeThread;
import io.gazeshift.glsge.train.StepLoss;
import io.gazeshift.glsge.train.TrainingListener;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one job after another on its own thread, because a device has room for one. For one thread,
 * which starts jobs and fetches their results.
 */
public final class Worker implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Worker.class);

  private static final Duration GRACE = Duration.ofSeconds(5);

  private final Work work;
  private final RunListener listener;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread made = new NativeThread(task, "adaptation");
            // A step of linear algebra cannot be interrupted; its result is not needed at exit.
            made.setDaemon(true);
            return made;
          });
  private @Nullable Job running;
  private volatile @Nullable Done done;
  private volatile double progress;
  private volatile @Nullable StepLoss loss;

  /** Does a job and reports progress. An exception is a failure of the job. */
  public interface Work {
    Done on(Job job, TrainingListener progress);
  }

  /**
   * A job that is over.
   *
   * @param report the name of its report, or empty
   */
  public record Done(Job job, RunOutcome outcome, String report, Duration took) {

    /** The same job as a failure, without the result that could not be published. */
    public Done butFailed(String why) {
      return new Done(job, RunOutcome.failed(why), report, took);
    }

    /** Why its head is published: the trigger, the verdict and the report. */
    public String summary(String judgement) {
      return "%s; %s%s"
          .formatted(
              job.why().decision().explanation(),
              judgement,
              report.isEmpty() ? "" : "; report " + report);
    }
  }

  public Worker(Work work, RunListener listener) {
    this.work = work;
    this.listener = listener;
  }

  /** The job that is under way or not yet fetched. */
  public Optional<Job> running() {
    return Optional.ofNullable(running);
  }

  public double progress() {
    return progress;
  }

  /** The latest loss of the current job. */
  public Optional<StepLoss> loss() {
    return Optional.ofNullable(loss);
  }

  /** Call this only if no job is running. */
  @SuppressWarnings("FutureReturnValueIgnored") // What becomes of it is in the result.
  public void start(Job job) {
    running = job;
    done = null;
    progress = 0;
    loss = null;
    thread.submit(() -> run(job));
  }

  private void run(Job job) {
    Done ended = attempt(job);
    try {
      listener.progress(job.domain(), 1);
    } finally {
      done = ended;
    }
  }

  /** Never throws: a job without a result would block all other domains. */
  private Done attempt(Job job) {
    long began = System.nanoTime();
    try {
      listener.progress(job.domain(), 0);
      return work.on(job, told(job));
    } catch (Throwable e) {
      log.atError()
          .addKeyValue("domain", job.domain())
          .setCause(e)
          .log("domain {}: run {} failed unexpectedly", job.domain(), job.id());
      return new Done(
          job,
          RunOutcome.failed("it broke: " + e),
          "",
          Duration.ofNanos(System.nanoTime() - began));
    }
  }

  private TrainingListener told(Job job) {
    return new TrainingListener() {
      @Override
      public void done(double fraction) {
        progress = fraction;
        if (fraction < 1) {
          listener.progress(job.domain(), fraction);
        }
      }

      @Override
      public void loss(StepLoss point) {
        loss = point;
      }
    };
  }

  /** Returns the finished job, once. */
  public Optional<Done> fetch() {
    Optional<Done> ended = Optional.ofNullable(done);
    if (ended.isPresent()) {
      running = null;
      done = null;
    }
    return ended;
  }

  @Override
  public void close() {
    if (running != null) {
      running.stop().request("this process ends");
    }
    thread.shutdown();
    try {
      if (!thread.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        log.warn(
            "a run did not stop within {} s; abandoning its thread, its result is not needed",
            GRACE.toSeconds());
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
