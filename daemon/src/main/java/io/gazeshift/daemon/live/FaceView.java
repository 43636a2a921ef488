package io.gazeshift.daemon.live;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A face of a camera's newest frame.
 *
 * @param index of the face in its frame
 * @param truth the true gaze, if the face is rendered
 * @param originMillimetres origin of the gaze ray, x y z in camera axes; do not modify
 * @param headVersion the head that predicted it; 0 is the source head
 * @param sigmaDegrees 68 percent of such gazes are off by less; empty where the model does not say
 * @param look what it looks at; empty where the domain has no targets
 */
// Numbers in bulk, never compared by value.
@SuppressWarnings("ArrayRecordComponent")
public record FaceView(
    int index,
    Direction predicted,
    Optional<Direction> truth,
    double[] originMillimetres,
    long headVersion,
    OptionalDouble sigmaDegrees,
    Optional<LookView> look) {

  FaceView withTruth(Direction known) {
    return new FaceView(
        index, predicted, Optional.of(known), originMillimetres, headVersion, sigmaDegrees, look);
  }
}
