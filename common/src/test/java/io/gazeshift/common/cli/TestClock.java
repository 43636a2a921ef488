package io.gazeshift.common.cli;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that moves when told. */
final class TestClock implements InstantSource {

  private Instant now = Instant.EPOCH;

  void advance(Duration duration) {
    now = now.plus(duration);
  }

  @Override
  public Instant instant() {
    return now;
  }
}
