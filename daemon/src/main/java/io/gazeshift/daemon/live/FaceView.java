package io.gazeshift.daemon.live;

import java.util.Optional;

/**
 * A face of a camera's newest frame.
 *
 * @param index tells the faces of a frame apart
 * @param truth where it really looks, if it is rendered
 * @param originMillimetres where the gaze ray starts, x y z in camera axes; not to be changed
 * @param headVersion the head that predicted it; 0 is the source head
 */
// Numbers in bulk: nobody compares these by value.
@SuppressWarnings("ArrayRecordComponent")
public record FaceView(
    int index,
    Direction predicted,
    Optional<Direction> truth,
    double[] originMillimetres,
    long headVersion) {

  FaceView withTruth(Direction known) {
    return new FaceView(index, predicted, Optional.of(known), originMillimetres, headVersion);
  }
}
