package io.gazeshift.adaptation.run;

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
 * Does one job after another on a thread of its own: a device has room for one. For one thread,
 * which starts jobs and fetches what came of them.
 */
public final class Worker implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Worker.class);

  private static final Duration GRACE = Duration.ofSeconds(5);

  private final Work work;
  private final RunListener listener;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread made = new Thread(task, "adaptation");
            // A step of linear algebra cannot be interrupted, and nobody waits for its result.
            made.setDaemon(true);
            return made;
          });
  private @Nullable Job running;
  private volatile @Nullable Done done;
  private volatile double progress;
  private volatile @Nullable StepLoss loss;

  /** Does a job, and tells how far it is. What it throws is a failure of the job. */
  public interface Work {
    Done on(Job job, TrainingListener progress);
  }

  /**
   * A job that is over.
   *
   * @param report the name of its report, or empty
   */
  public record Done(Job job, RunOutcome outcome, String report, Duration took) {

    /** Why its head is published: why it ran, how it was judged, and where to read more. */
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

  /** The job under way, or over and not yet fetched. */
  public Optional<Job> running() {
    return Optional.ofNullable(running);
  }

  public double progress() {
    return progress;
  }

  /** What the job under way has last told of its loss. */
  public Optional<StepLoss> loss() {
    return Optional.ofNullable(loss);
  }

  /** Only when nothing is running. */
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

  /** A job whose end nobody heard of would keep all other domains waiting for ever. */
  private Done attempt(Job job) {
    long began = System.nanoTime();
    try {
      listener.progress(job.domain(), 0);
      return work.on(job, told(job));
    } catch (Throwable e) {
      log.atError()
          .addKeyValue("domain", job.domain())
          .setCause(e)
          .log("domain {}: run {} broke", job.domain(), job.id());
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

  /** The job that is over, once. */
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
      running.stop().because("this process ends");
    }
    thread.shutdown();
    try {
      if (!thread.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
