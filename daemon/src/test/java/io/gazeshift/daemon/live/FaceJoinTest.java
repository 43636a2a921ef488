package io.gazeshift.daemon.live;

import static io.gazeshift.daemon.live.LiveFaces.feature;
import static io.gazeshift.daemon.live.LiveFaces.identity;
import static io.gazeshift.daemon.live.LiveFaces.prediction;
import static io.gazeshift.daemon.live.LiveFaces.truth;
import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FaceIdentity;
import org.junit.jupiter.api.Test;

class FaceJoinTest {

  private static final Gaze ANY = Gaze.INTO_CAMERA;

  private final FaceJoin join = new FaceJoin();

  @Test
  void aTruthMayComeBeforeItsPredictionOrAfterIt() {
    FaceIdentity early = identity("lab", 1);
    assertThat(join.note(truth(early, ANY))).isEmpty();
    assertThat(join.truth(early)).isPresent();
    assertThat(join.note(prediction(early, ANY, 0))).isEmpty();
    assertThat(join.note(feature(early, 0, Rotation.IDENTITY))).isPresent();

    FaceIdentity late = identity("lab", 2);
    assertThat(join.note(feature(late, 0, Rotation.IDENTITY))).isEmpty();
    assertThat(join.note(prediction(late, ANY, 0))).isEmpty();
    assertThat(join.note(truth(late, ANY))).isPresent();
    assertThat(join.size()).isZero();
  }

  @Test
  void facesOfOtherFramesCamerasRunsAndPeopleAreNotMixed() {
    FaceIdentity face = identity("lab", 1);
    join.note(prediction(face, ANY, 0));
    join.note(feature(face, 0, Rotation.IDENTITY));

    assertThat(join.note(truth(identity("lab", 2), ANY))).isEmpty();
    assertThat(join.note(truth(identity("vehicle", 1), ANY))).isEmpty();
    assertThat(join.note(truth(face.toBuilder().setCaptureSession(2).build(), ANY))).isEmpty();
    assertThat(join.note(truth(face.toBuilder().setFaceIndex(1).build(), ANY))).isEmpty();
    assertThat(join.note(truth(face, ANY))).isPresent();
  }

  @Test
  void facesThatNeverBecomeWholeGiveWayToNewerOnes() {
    for (int frame = 0; frame < 3 * FaceJoin.MOST_WAITING; frame++) {
      join.note(prediction(identity("real", frame), ANY, 0));
      join.note(feature(identity("real", frame), 0, Rotation.IDENTITY));
    }
    assertThat(join.size()).isEqualTo(FaceJoin.MOST_WAITING);

    FaceIdentity next = identity("lab", 1);
    join.note(truth(next, ANY));
    join.note(prediction(next, ANY, 0));
    assertThat(join.note(feature(next, 0, Rotation.IDENTITY))).isPresent();
  }
}
