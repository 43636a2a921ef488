package io.gazeshift.daemon.page;

import io.gazeshift.common.process.RepeatingThread;
import io.gazeshift.daemon.live.LiveBoard;
import io.gazeshift.daemon.live.LiveSnapshot;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A board that is open only while clients use it, and for some minutes after, because it reads the
 * records of every camera. The first request gets an empty answer at once.
 */
public final class WatchedBoard implements Supplier<Optional<LiveSnapshot>>, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(WatchedBoard.class);
  private static final Duration INTEREST = Duration.ofMinutes(5);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final Supplier<LiveBoard> opening;
  private final LongSupplier nanoTime;
  private final RepeatingThread thread;
  private volatile LiveBoard board;
  private volatile boolean closed;
  private volatile boolean looked;
  private volatile long lookedNanos;

  /**
   * @param opening opens a board; called on a thread that may block
   */
  public WatchedBoard(Supplier<LiveBoard> opening, LongSupplier nanoTime) {
    this.opening = opening;
    this.nanoTime = nanoTime;
    this.thread = RepeatingThread.start("live-board", LOOK_EVERY, this::openOrClose);
  }

  /** The live state; empty until the board is open. */
  @Override
  public Optional<LiveSnapshot> get() {
    lookedNanos = nanoTime.getAsLong();
    looked = true;
    LiveBoard open = board;
    return open == null ? Optional.empty() : Optional.of(open.snapshot());
  }

  private void openOrClose() {
    boolean wanted = looked && nanoTime.getAsLong() - lookedNanos <= INTEREST.toNanos();
    try {
      if (board != null && (!wanted || board.failure().isPresent())) {
        closeBoard();
      } else if (wanted && board == null) {
        keep(opening.get());
      }
    } catch (RuntimeException e) {
      // Retried in a moment; the page reports that the broker is away.
      log.debug("cannot open the live board: {}", e.getMessage());
    }
  }

  private synchronized void keep(LiveBoard opened) {
    if (closed) {
      opened.close();
    } else {
      board = opened;
    }
  }

  private synchronized void closeBoard() {
    LiveBoard open = board;
    board = null;
    if (open != null) {
      open.close();
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.close();
    closeBoard();
  }
}
