package io.gazeshift.daemon.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.daemon.testing.RenderedPhotos;
import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.protocol.v1.FaceFrame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PhotoFacesTest {

  @TempDir private Path folder;
  private RenderedPhotos photos;

  @BeforeEach
  void open() throws IOException {
    photos = new RenderedPhotos(folder);
  }

  @Test
  void aFaceComesAsACameraWouldPublishIt() throws Exception {
    photos.take("7", 1);
    FaceFrame face = photos.photoFaces().largestIn(folder.resolve("7-0.png")).orElseThrow();
    HeadPose pose = photos.located().get(0).pose();
    assertThat(face.getPatchSize()).isEqualTo(224);
    assertThat(face.getPatchJpeg().size()).isGreaterThan(1000);
    assertThat(face.getNormalisationRotationCount()).isEqualTo(9);
    assertThat(face.getIntrinsicsAssumed()).isTrue();
    assertThat(face.getHeadPose().getFaceCentre(2)).isCloseTo(pose.zMm(), within(1e-9));
  }

  @Test
  void ofSeveralFacesTheLargestIsTaken() throws Exception {
    photos.take("7", 1);
    LocatedFace near = photos.located().get(0);
    photos.replaceFaces(near, List.of(moved(near, 0, 500), near, moved(near, 2, 100)));
    FaceFrame face = photos.photoFaces().largestIn(folder.resolve("7-0.png")).orElseThrow();
    assertThat(face.getIdentity().getFaceIndex()).isEqualTo(near.faceIndex());
    assertThat(face.getHeadPose().getFaceCentre(2)).isCloseTo(near.pose().zMm(), within(1e-9));
  }

  @Test
  void everyPhotographIsLocatedFromScratch() throws Exception {
    photos.take("7", 2).take("8", 1);
    PhotoFaces faces = photos.photoFaces();
    for (String name : List.of("7-0.png", "7-1.png", "8-0.png")) {
      assertThat(faces.largestIn(folder.resolve(name))).isPresent();
    }
    assertThat(photos.locatorsOpened()).isEqualTo(3);
  }

  @Test
  void aPhotographMayHaveNoFace() throws Exception {
    photos.take("7", 1).takeNoFace("room.png", "7");
    assertThat(photos.photoFaces().largestIn(folder.resolve("room.png"))).isEmpty();
  }

  @Test
  void whatIsNoPictureIsAnError() throws Exception {
    Path text = Files.writeString(folder.resolve("text.jpg"), "not a picture");
    assertThatThrownBy(() -> photos.photoFaces().largestIn(text)).isInstanceOf(IOException.class);
  }

  private static LocatedFace moved(LocatedFace face, int index, double awayMm) {
    HeadPose pose = face.pose();
    return new LocatedFace(
        index + 1,
        new HeadPose(pose.headToCamera(), pose.xMm(), pose.yMm(), pose.zMm() + awayMm),
        face.score(),
        face.reprojectionPx(),
        face.eyeOpenness());
  }
}
