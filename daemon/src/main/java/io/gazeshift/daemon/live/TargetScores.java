package io.gazeshift.daemon.live;

import io.gazeshift.inference.targets.PredictedSample;
import io.gazeshift.inference.targets.PredictedTargets;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.targets.event.GazeEvent.TargetGlance;
import io.gazeshift.targets.event.GazeSample;
import io.gazeshift.targets.hit.TargetMap;
import io.gazeshift.targets.score.GlanceMatches;
import io.gazeshift.targets.score.GlanceScore;
import io.gazeshift.targets.shape.PointMm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Scores what the faces of one domain are said to look at: by the active head, and by the source
 * head for the same faces. The truth is what the true gaze meets: it begins where the prediction's
 * does, because a rendered face's place is known exactly. Not thread-safe.
 */
final class TargetScores {

  private static final int MOST_PERIODS = 20;
  private static final int MOST_FACES = 50;

  /** Eyes that are open: the true gaze does not depend on the lids. */
  private static final double OPEN = 1;

  private final TargetMap map;
  private final Map<Long, Period> periods = newestOf(MOST_PERIODS);
  private final Map<FaceKey, Glances> faces = newestOf(MOST_FACES);

  private record FaceKey(String camera, long session, int face) {

    static FaceKey of(FaceIdentity identity) {
      return new FaceKey(
          identity.getCamera(), identity.getCaptureSession(), identity.getFaceIndex());
    }
  }

  /** One face's, truly and as either head has them. */
  private record Glances(FaceGlances truth, FaceGlances source, FaceGlances active) {

    Glances() {
      this(new FaceGlances(), new FaceGlances(), new FaceGlances());
    }
  }

  private static final class Period {
    private final long fromMicros;
    private long toMicros;
    private final TargetTally source;
    private final TargetTally active;

    Period(long fromMicros, TargetMap map) {
      this.fromMicros = fromMicros;
      this.source = new TargetTally(map.targets());
      this.active = new TargetTally(map.targets());
    }
  }

  TargetScores(TargetMap map) {
    this.map = map;
  }

  /**
   * Counts a face; not one whose prediction was made without targets.
   *
   * @param sourceGaze the source head's prediction of this face, in camera axes
   */
  void add(FaceJoin.Whole face, Gaze sourceGaze) {
    GazePrediction prediction = face.prediction();
    if (!prediction.hasTargets()) {
      return;
    }
    PointMm eye =
        new PointMm(prediction.getOrigin(0), prediction.getOrigin(1), prediction.getOrigin(2));
    Gaze trueGaze = Gaze.from(face.truth().getCamera());
    TargetLook truth = TargetLook.truth(map, eye, trueGaze);
    TargetLook source =
        TargetLook.of(map, eye, sourceGaze, PredictedTargets.uncertainty(prediction));
    TargetLook active = TargetLook.published(prediction);
    long micros = prediction.getIdentity().getCaptureMicros();
    Period period =
        periods.computeIfAbsent(prediction.getModelVersion(), version -> new Period(micros, map));
    period.toMicros = micros;
    period.source.add(truth, source);
    period.active.add(truth, active);
    Glances glances =
        faces.computeIfAbsent(FaceKey.of(prediction.getIdentity()), key -> new Glances());
    GazeSample said = PredictedSample.of(prediction);
    glances.truth().add(new GazeSample(micros, trueGaze, OPEN, truth.target()));
    glances.source().add(new GazeSample(micros, sourceGaze, said.eyeOpenness(), source.target()));
    glances.active().add(said);
  }

  List<TargetPeriodView> periods(String domain) {
    List<TargetPeriodView> views = new ArrayList<>();
    periods.forEach(
        (version, period) ->
            views.add(
                new TargetPeriodView(
                    domain,
                    version,
                    period.source.view(glances(period, Glances::source)),
                    period.active.view(glances(period, Glances::active)))));
    return views;
  }

  private GlanceScore glances(Period period, Function<Glances, FaceGlances> said) {
    GlanceMatches matches = new GlanceMatches();
    for (Glances face : faces.values()) {
      matches.add(during(period, face.truth()), during(period, said.apply(face)));
    }
    return matches.score();
  }

  private static List<TargetGlance> during(Period period, FaceGlances glances) {
    return glances.between(period.fromMicros, period.toMicros);
  }

  private static <K, V> Map<K, V> newestOf(int most) {
    return new LinkedHashMap<>() {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
      }
    };
  }
}
