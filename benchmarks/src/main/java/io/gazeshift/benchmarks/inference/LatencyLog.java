package io.gazeshift.benchmarks.inference;

import io.gazeshift.common.Micros;
import io.gazeshift.protocol.v1.GazePrediction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What came when, and how much later than its capture. For one thread. */
final class LatencyLog {

  /** Quantiles in milliseconds; {@code added} is without the backbone's time. */
  record Quantiles(int count, double addedP50, double addedP99, double backboneP50) {}

  private record Entry(long seenMicros, long addedMicros, long backboneMicros) {}

  private final List<Entry> entries = new ArrayList<>();

  void add(GazePrediction prediction) {
    long nowMicros = Micros.of(Instant.now());
    long backboneMicros = prediction.getTimings().getBackboneMicros();
    long sinceCapture = nowMicros - prediction.getIdentity().getCaptureMicros();
    entries.add(new Entry(nowMicros, sinceCapture - backboneMicros, backboneMicros));
  }

  Quantiles all() {
    return quantiles(entries);
  }

  Quantiles first(Duration window) {
    long until = entries.get(0).seenMicros() + window.toNanos() / 1000;
    return quantiles(entries.stream().filter(entry -> entry.seenMicros() <= until).toList());
  }

  Quantiles last(Duration window) {
    long from = entries.get(entries.size() - 1).seenMicros() - window.toNanos() / 1000;
    return quantiles(entries.stream().filter(entry -> entry.seenMicros() >= from).toList());
  }

  private static Quantiles quantiles(List<Entry> some) {
    long[] added = some.stream().mapToLong(Entry::addedMicros).sorted().toArray();
    long[] backbone = some.stream().mapToLong(Entry::backboneMicros).sorted().toArray();
    return new Quantiles(
        some.size(), millis(added, 0.5), millis(added, 0.99), millis(backbone, 0.5));
  }

  private static double millis(long[] sortedMicros, double quantile) {
    return sortedMicros.length == 0
        ? Double.NaN
        : sortedMicros[(int) (quantile * (sortedMicros.length - 1))] / 1000.0;
  }
}
