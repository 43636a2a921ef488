package io.gazeshift.ingest.locate.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.ingest.locate.FaceBox;
import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.locate.Landmarks;
import io.gazeshift.ingest.locate.pose.PoseFit;
import io.gazeshift.protocol.Rotation;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FaceTracksTest {

  private final FaceTracks tracks = new FaceTracks(3);

  @Test
  void facesTakeTheLowestFreeNumberAndKeepIt() {
    add(100, 300, 500);
    assertThat(shown()).isEqualTo("0@100 1@300 2@500");
    // All move a little; the middle one is lost.
    tracks.advance(face -> x(face) == 300 ? Optional.empty() : Optional.of(at(x(face) + 10)));
    assertThat(tracks.hasLost()).isTrue();
    assertThat(shown()).isEqualTo("0@110 2@510");
    // Somebody else comes.
    tracks.advance(Optional::of);
    assertThat(tracks.hasLost()).isFalse();
    add(800);
    assertThat(shown()).isEqualTo("0@110 2@510 1@800");
  }

  @Test
  void aFaceLostAndFoundInTheSameFrameKeepsItsNumber() {
    add(100, 300);
    tracks.advance(face -> Optional.empty());
    assertThat(tracks.isEmpty()).isTrue();
    // The detector may find them in another order.
    add(305, 95);
    assertThat(shown()).isEqualTo("1@305 0@95");
  }

  @Test
  void aNewFaceDoesNotTakeTheNumberOfOneThatWasLostElsewhere() {
    add(100, 300);
    tracks.advance(face -> x(face) == 300 ? Optional.empty() : Optional.of(face));
    add(800);
    assertThat(shown()).isEqualTo("0@100 1@800");
  }

  @Test
  void ofTwoThatHaveMetTheOlderStays() {
    add(100, 300);
    tracks.advance(face -> Optional.of(at(x(face) == 300 ? 105 : 100)));
    assertThat(shown()).isEqualTo("0@100");
    assertThat(tracks.hasLost()).isFalse();
  }

  @Test
  void whatIsFollowedIsNotAddedAgain() {
    add(100, 110);
    assertThat(shown()).isEqualTo("0@100");
    assertThat(tracks.covers(new FaceBox(110, 0, 100, 100))).isTrue();
    assertThat(tracks.covers(new FaceBox(400, 0, 100, 100))).isFalse();
  }

  @Test
  void thereAreNeverMoreThanTheMaximum() {
    add(100, 300, 500, 700);
    assertThat(tracks.isFull()).isTrue();
    assertThat(shown()).isEqualTo("0@100 1@300 2@500");
  }

  @Test
  void numbersAreUniqueWhateverHappens() {
    SplittableRandom random = new SplittableRandom(8);
    FaceTracks many = new FaceTracks(5);
    for (int frame = 0; frame < 500; frame++) {
      many.advance(
          face ->
              random.nextInt(4) == 0
                  ? Optional.empty()
                  : Optional.of(at(x(face) + random.nextInt(-40, 41))));
      many.add(at(random.nextInt(0, 1500)));
      Set<Integer> numbers =
          many.all().stream().map(FaceTracks.Track::index).collect(Collectors.toSet());
      assertThat(numbers).hasSameSizeAs(many.all()).allMatch(n -> n >= 0 && n < 5);
    }
  }

  private void add(int... xs) {
    for (int x : xs) {
      tracks.add(at(x));
    }
  }

  private String shown() {
    return tracks.all().stream()
        .map(track -> track.index() + "@" + x(track.face()))
        .collect(Collectors.joining(" "));
  }

  private static int x(MeshFace face) {
    return (int) face.landmarks().x(0);
  }

  /** A face 100 pixels wide and high. */
  private static MeshFace at(int x) {
    return new MeshFace(
        Landmarks.of(x, 0, x + 100, 100),
        Optional.empty(),
        1,
        new PoseFit(new HeadPose(Rotation.IDENTITY, 0, 0, 600), 0),
        1);
  }
}
