package io.gazeshift.daemon.photos;

import io.gazeshift.backbone.samples.SigmaCurve;
import io.gazeshift.protocol.Gaze;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * What a model is worth on labelled photographs. All errors are measured in camera axes.
 *
 * @param straightAhead the score of always guessing a gaze into the camera, on the same photographs
 * @param cameras one score for each position; empty if the labels name none
 * @param sigma how well the expected errors fit; empty where the model expects none
 * @param offsets each person's constant offset; it is fitted to the photographs it is taken off
 */
public record PhotoEvaluation(
    GazeScore all,
    GazeScore straightAhead,
    List<GazeScore> cameras,
    List<GazeScore> persons,
    Optional<SigmaCurve> sigma,
    Map<String, AngleOffset> offsets) {

  private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+(\\.\\d+)?");

  /** Measures at least one photograph. */
  public static PhotoEvaluation of(List<ScoredPhoto> photos) {
    Corrected model = Corrected.of(photos);
    Corrected guess =
        Corrected.of(photos.stream().map(photo -> photo.with(Gaze.INTO_CAMERA)).toList());
    return new PhotoEvaluation(
        model.score(""),
        guess.score(""),
        model.scores(PhotoLabel::camera),
        model.scores(PhotoLabel::person),
        sigma(photos.stream().filter(photo -> photo.sigmaRad().isPresent()).toList()),
        model.offsets());
  }

  private static Optional<SigmaCurve> sigma(List<ScoredPhoto> photos) {
    return photos.isEmpty()
        ? Optional.empty()
        : Optional.of(
            SigmaCurve.of(
                photos.stream().mapToDouble(ScoredPhoto::errorDeg).toArray(),
                photos.stream()
                    .mapToDouble(photo -> Math.toDegrees(photo.sigmaRad().getAsDouble()))
                    .toArray()));
  }

  /** Predictions, and the same without the offsets of their persons, in the same order. */
  private record Corrected(
      List<ScoredPhoto> photos, List<ScoredPhoto> corrected, Map<String, AngleOffset> offsets) {

    static Corrected of(List<ScoredPhoto> photos) {
      Map<String, AngleOffset> offsets = new LinkedHashMap<>();
      groups(photos, PhotoLabel::person)
          .forEach((person, own) -> offsets.put(person, AngleOffset.meanOf(own)));
      List<ScoredPhoto> corrected =
          photos.stream()
              .map(
                  photo ->
                      photo.with(offsets.get(photo.label().person()).takenOff(photo.predicted())))
              .toList();
      return new Corrected(photos, corrected, offsets);
    }

    GazeScore score(String name) {
      return GazeScore.of(name, photos, corrected);
    }

    List<GazeScore> scores(Function<PhotoLabel, String> group) {
      SortedMap<String, List<ScoredPhoto>> plain = groups(photos, group);
      SortedMap<String, List<ScoredPhoto>> without = groups(corrected, group);
      return plain.entrySet().stream()
          .filter(entry -> !entry.getKey().isEmpty())
          .map(entry -> GazeScore.of(entry.getKey(), entry.getValue(), without.get(entry.getKey())))
          .toList();
    }
  }

  private static SortedMap<String, List<ScoredPhoto>> groups(
      List<ScoredPhoto> photos, Function<PhotoLabel, String> group) {
    SortedMap<String, List<ScoredPhoto>> groups = new TreeMap<>(byNumber());
    for (ScoredPhoto photo : photos) {
      groups.computeIfAbsent(group.apply(photo.label()), name -> new ArrayList<>()).add(photo);
    }
    return groups;
  }

  /** Numbers by their value, before names. */
  private static Comparator<String> byNumber() {
    return Comparator.comparingDouble(PhotoEvaluation::number)
        .thenComparing(Comparator.naturalOrder());
  }

  private static double number(String name) {
    return NUMBER.matcher(name).matches() ? Double.parseDouble(name) : Double.POSITIVE_INFINITY;
  }
}
