package io.gazeshift.adaptation.run;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Tells a run to stop, on request or because its time limit has passed. */
public final class StopSignal implements BooleanSupplier {

  private final Duration limit;
  private final long deadlineNanos;
  private volatile @Nullable String reason;

  /** The time limit starts now. */
  public StopSignal(Duration limit) {
    this.limit = limit;
    this.deadlineNanos = System.nanoTime() + limit.toNanos();
  }

  /** Only the first reason is kept. */
  public void request(String why) {
    if (reason == null) {
      reason = why;
    }
  }

  @Override
  public boolean getAsBoolean() {
    if (reason == null && System.nanoTime() - deadlineNanos > 0) {
      request("it took longer than adapt.time-limit, %d s".formatted(limit.toSeconds()));
    }
    return reason != null;
  }

  public Optional<String> reason() {
    return Optional.ofNullable(reason);
  }
}
