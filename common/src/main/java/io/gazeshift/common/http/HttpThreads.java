package io.gazeshift.common.http;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Thread pools for HTTP servers. */
public final class HttpThreads {

  /** Many, for a client that is slow to ask holds one until it is hung up on. */
  private static final int MOST = 128;

  private static final Duration IDLE = Duration.ofSeconds(1);

  private HttpThreads() {}

  /** Bounded: connections beyond the limit are closed. The caller shuts them down. */
  public static ExecutorService open(String name) {
    return new ThreadPoolExecutor(
        0,
        MOST,
        IDLE.toMillis(),
        TimeUnit.MILLISECONDS,
        new SynchronousQueue<>(),
        work -> {
          Thread thread = new Thread(work, name);
          thread.setDaemon(true);
          return thread;
        });
  }
}
