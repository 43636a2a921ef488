package io.gazeshift.daemon.live;

import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTruth;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Joins the records of three topics about one face, in any order. A face that stays incomplete,
 * because a record was lost or a real face has no true gaze, is evicted by newer ones. Not
 * thread-safe.
 */
final class FaceJoin {

  /** More than a minute of two cameras, a few megabytes. */
  static final int MOST_WAITING = 2048;

  private record Key(String camera, long session, long frame, int face) {

    static Key of(FaceIdentity identity) {
      return new Key(
          identity.getCamera(),
          identity.getCaptureSession(),
          identity.getFrameSeq(),
          identity.getFaceIndex());
    }
  }

  /** The complete records of a face. */
  record Whole(GazePrediction prediction, FeatureSample feature, GazeTruth truth) {}

  private static final class Parts {
    private GazePrediction prediction;
    private FeatureSample feature;
    private GazeTruth truth;
  }

  private final Map<Key, Parts> waiting =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Parts> eldest) {
          return size() > MOST_WAITING;
        }
      };

  /** Adds a record; returns the face if it is complete now. */
  Optional<Whole> note(GazePrediction prediction) {
    Key key = Key.of(prediction.getIdentity());
    of(key).prediction = prediction;
    return completed(key);
  }

  /** Adds a record; returns the face if it is complete now. */
  Optional<Whole> note(FeatureSample feature) {
    Key key = Key.of(feature.getIdentity());
    of(key).feature = feature;
    return completed(key);
  }

  /** Adds a record; returns the face if it is complete now. */
  Optional<Whole> note(GazeTruth truth) {
    Key key = Key.of(truth.getIdentity());
    of(key).truth = truth;
    return completed(key);
  }

  /** The true gaze of a face that is still incomplete, if it has arrived. */
  Optional<GazeTruth> truth(FaceIdentity identity) {
    return Optional.ofNullable(waiting.get(Key.of(identity))).map(parts -> parts.truth);
  }

  int size() {
    return waiting.size();
  }

  private Parts of(Key key) {
    return waiting.computeIfAbsent(key, k -> new Parts());
  }

  private Optional<Whole> completed(Key key) {
    Parts parts = waiting.get(key);
    if (parts.prediction == null || parts.feature == null || parts.truth == null) {
      return Optional.empty();
    }
    waiting.remove(key);
    return Optional.of(new Whole(parts.prediction, parts.feature, parts.truth));
  }
}
