package io.gazeshift.daemon.photos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gazeshift.common.UserError;
import io.gazeshift.daemon.testing.RenderedPhotos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PhotoPassTest {

  @TempDir private Path directory;
  private RenderedPhotos photos;
  private final List<String> remarks = new ArrayList<>();
  private final List<Double> progress = new ArrayList<>();

  @BeforeEach
  void open() throws IOException {
    photos = new RenderedPhotos(directory.resolve("photos"));
  }

  @Test
  void everyPhotographIsCountedAndThoseWithoutAFaceAreNamed() throws Exception {
    photos.take("1", 2).takeNoFace("room.png", "1").take("2", 1);
    List<PhotoLabel> labels = new ArrayList<>(labels());
    Path broken = Files.writeString(photos.folder().resolve("broken.png"), "not a picture");
    labels.add(new PhotoLabel(broken, "broken.png", "2", "0", labels.get(0).gaze()));
    List<String> taken = new ArrayList<>();

    PhotoTally tally =
        new PhotoPass(photos.photoFaces(), progress::add, remarks::add)
            .run(labels, (label, face) -> taken.add(label.name()));

    assertThat(tally).isEqualTo(new PhotoTally(5, 1, 1));
    assertThat(tally.withFace()).isEqualTo(3);
    assertThat(tally).hasToString("5 photographs, 1 without a face, 1 could not be read");
    assertThat(taken).containsExactly("1-0.png", "1-1.png", "2-0.png");
    assertThat(remarks).hasSize(2);
    assertThat(remarks.get(0)).isEqualTo("room.png: no face found");
    assertThat(remarks.get(1)).startsWith("broken.png: ");
    assertThat(progress).isSorted().endsWith(1.0);
  }

  @Test
  void aFaceThatCannotBePredictedCountsAsNone() throws Exception {
    photos.take("1", 2);
    PhotoTally tally =
        new PhotoPass(photos.photoFaces(), progress::add, remarks::add)
            .run(labels(), (label, face) -> label.name().equals("1-1.png"));
    assertThat(tally).isEqualTo(new PhotoTally(2, 1, 0));
  }

  @Test
  void withoutAnyFaceThereIsNothingToMeasure() throws Exception {
    photos.take("9", 1).takeNoFace("room.png", "1");
    List<PhotoLabel> rooms = labels().subList(1, 2);
    assertThatExceptionOfType(UserError.class)
        .isThrownBy(
            () ->
                new PhotoPass(photos.photoFaces(), progress::add, remarks::add)
                    .run(rooms, (label, face) -> true))
        .withMessageContaining("1 photographs, 1 without a face")
        .withMessageContaining("check");
  }

  private List<PhotoLabel> labels() throws IOException {
    return PhotoLabels.read(photos.folder(), photos.writeLabels(directory.resolve("labels.csv")));
  }
}
