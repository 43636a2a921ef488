package io.gazeshift.daemon.meters;

import io.gazeshift.common.metrics.CounterSpec;
import io.gazeshift.common.metrics.MeterSpec;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices threads that end by an error that nothing catches, such as an {@link OutOfMemoryError} of
 * native memory or a missing library. What such a thread did is not done any more, so the process
 * has failed. Closing it restores the handler from before.
 */
public final class ThreadDeaths implements UncaughtExceptionHandler, AutoCloseable {

  public static final CounterSpec DEATHS =
      CounterSpec.of(
          "gazeshift.thread.deaths",
          "Threads that ended by an error that nothing caught; the process ends then");

  public static final List<MeterSpec> ALL = List.of(DEATHS);

  private static final Logger log = LoggerFactory.getLogger(ThreadDeaths.class);

  private final Counter deaths;
  private final UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
  private volatile Optional<String> last = Optional.empty();

  public ThreadDeaths(MeterRegistry registry) {
    this.deaths = DEATHS.in(registry);
    Thread.setDefaultUncaughtExceptionHandler(this);
  }

  @Override
  public void uncaughtException(Thread thread, Throwable error) {
    last =
        Optional.of(
            "thread %s ended by %s; the log has its stack trace"
                .formatted(thread.getName(), error));
    deaths.increment();
    log.error("thread {} ended by an error: {}", thread.getName(), error, error);
  }

  /** The last of them, if there was one. */
  public Optional<String> problem() {
    return last;
  }

  @Override
  public void close() {
    if (Thread.getDefaultUncaughtExceptionHandler() == this) {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }
}
