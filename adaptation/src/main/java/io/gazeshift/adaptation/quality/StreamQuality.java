package io.gazeshift.adaptation.quality;

import io.gazeshift.adaptation.buffer.Track;
import io.gazeshift.targets.quality.Coverage;
import io.gazeshift.targets.quality.Precision;
import io.gazeshift.targets.quality.PrecisionTally;
import io.gazeshift.targets.quality.SteadyGaze;
import io.gazeshift.targets.quality.TrackFrame;
import io.gazeshift.targets.quality.TrackQuality;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The quality of published predictions. Precision is that of fixations.
 *
 * @param firstMicros when the first of them was captured
 * @param lastMicros when the last of them was captured
 * @param precision of all fixations; empty where there are too few
 * @param faces by face track, the one that was there longest first
 * @param targets by what was looked at, the one that was looked at longest first
 * @param heads by the version of the head that predicted, ascending; 0 is the source head
 */
public record StreamQuality(
    long firstMicros,
    long lastMicros,
    Optional<Precision> precision,
    List<Face> faces,
    List<Part<String>> targets,
    List<Part<Long>> heads) {

  /** One face track. */
  public record Face(Track track, Coverage coverage, Optional<Precision> precision) {}

  /**
   * The fixations that have something in common.
   *
   * @param seconds how long they lasted
   */
  public record Part<T>(T of, double seconds, Optional<Precision> precision) {}

  public StreamQuality {
    faces = List.copyOf(faces);
    targets = List.copyOf(targets);
    heads = List.copyOf(heads);
  }

  /** Empty where there are no predictions. */
  public static Optional<StreamQuality> of(PredictedTracks tracks) {
    if (tracks.isEmpty()) {
      return Optional.empty();
    }
    LongSummaryStatistics times = new LongSummaryStatistics();
    List<Face> faces = new ArrayList<>();
    List<SteadyGaze> steady = new ArrayList<>();
    for (Map.Entry<Track, List<TrackFrame>> each : tracks.byTrack().entrySet()) {
      TrackQuality quality = TrackQuality.of(each.getValue());
      faces.add(new Face(each.getKey(), quality.coverage(), precision(quality.steady())));
      steady.addAll(quality.steady());
      each.getValue().forEach(frame -> times.accept(frame.sample().captureMicros()));
    }
    faces.sort(Comparator.comparingDouble(face -> -face.coverage().seconds()));
    List<Part<String>> targets = parts(steady, SteadyGaze::target);
    targets.sort(Comparator.comparingDouble(part -> -part.seconds()));
    return Optional.of(
        new StreamQuality(
            times.getMin(),
            times.getMax(),
            precision(steady),
            faces,
            targets,
            parts(steady, SteadyGaze::headVersion)));
  }

  /** Of all faces together. */
  public Coverage coverage() {
    return faces.stream().map(Face::coverage).reduce(Coverage.NONE, Coverage::plus);
  }

  private static <T extends Comparable<T>> List<Part<T>> parts(
      List<SteadyGaze> steady, Function<SteadyGaze, T> by) {
    Map<T, List<SteadyGaze>> sorted = new TreeMap<>();
    steady.forEach(
        each -> sorted.computeIfAbsent(by.apply(each), key -> new ArrayList<>()).add(each));
    List<Part<T>> parts = new ArrayList<>();
    sorted.forEach(
        (key, own) ->
            parts.add(
                new Part<>(
                    key, own.stream().mapToDouble(SteadyGaze::seconds).sum(), precision(own))));
    return parts;
  }

  private static Optional<Precision> precision(List<SteadyGaze> steady) {
    PrecisionTally tally = new PrecisionTally();
    steady.forEach(tally::add);
    return tally.precision();
  }
}
