package io.gazeshift.adaptation.run;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Whether a run is to break off: because somebody says so, or because its time is over. */
public final class Stop implements BooleanSupplier {

  private final Duration limit;
  private final long deadlineNanos;
  private volatile @Nullable String reason;

  /** The time begins now. */
  public Stop(Duration limit) {
    this.limit = limit;
    this.deadlineNanos = System.nanoTime() + limit.toNanos();
  }

  /** The first reason counts. */
  public void because(String why) {
    if (reason == null) {
      reason = why;
    }
  }

  @Override
  public boolean getAsBoolean() {
    if (reason == null && System.nanoTime() - deadlineNanos > 0) {
      because("it took longer than adapt.time-limit, %d s".formatted(limit.toSeconds()));
    }
    return reason != null;
  }

  public Optional<String> reason() {
    return Optional.ofNullable(reason);
  }
}
