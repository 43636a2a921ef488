package io.gazeshift.adaptation.report;

import io.gazeshift.adaptation.run.Job;
import io.gazeshift.adaptation.run.RunOutcome;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes reports on its own thread, so that a disk that hangs does not delay a head. If several
 * reports are waiting already, the next run gets none.
 */
public final class ReportWriter implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ReportWriter.class);

  private static final int MOST_WAITING = 4;
  private static final Duration IDLE = Duration.ofSeconds(10);
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final BiConsumer<Job, RunOutcome> files;
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          IDLE.toMillis(),
          TimeUnit.MILLISECONDS,
          new ArrayBlockingQueue<>(MOST_WAITING),
          task -> {
            Thread made = new Thread(task, "adaptation-reports");
            // A write to a disk that hangs cannot be interrupted.
            made.setDaemon(true);
            return made;
          });

  /**
   * @param files writes a report and handles its own failures
   */
  public ReportWriter(BiConsumer<Job, RunOutcome> files) {
    this.files = files;
    thread.allowCoreThreadTimeOut(true);
  }

  /**
   * Returns at once.
   *
   * @return the name of the page that is being written; empty if there is nothing to report or too
   *     many reports are waiting
   */
  public String write(Job job, RunOutcome outcome) {
    if (outcome.run().isEmpty()) {
      return "";
    }
    try {
      thread.execute(() -> files.accept(job, outcome));
      return ReportFiles.page(job);
    } catch (RejectedExecutionException e) {
      log.atWarn()
          .addKeyValue("domain", job.domain())
          .log(
              "domain {}: run {} gets no report: {} wait to be written already; look at the disk of"
                  + " adapt.report-dir",
              job.domain(),
              job.id(),
              thread.getQueue().size());
      return "";
    }
  }

  /** Waits a short time for the report that is being written. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        log.warn(
            "{} reports are not written: the disk of adapt.report-dir takes too long",
            thread.getQueue().size() + thread.getActiveCount());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
