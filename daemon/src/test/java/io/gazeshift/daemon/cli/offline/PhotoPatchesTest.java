package io.gazeshift.daemon.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gazeshift.daemon.config.GazeshiftConfig;
import io.gazeshift.daemon.photos.PatchFolder;
import io.gazeshift.daemon.photos.PhotoEvaluation;
import io.gazeshift.daemon.photos.PhotoLabel;
import io.gazeshift.daemon.photos.PhotoLabels;
import io.gazeshift.daemon.photos.PhotoPass;
import io.gazeshift.daemon.photos.ScoredPhoto;
import io.gazeshift.daemon.predict.ModelPredictor;
import io.gazeshift.daemon.testing.RenderedPhotos;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.protocol.Gaze;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From rendered photographs to a head and back, with a locator that knows the faces. */
class PhotoPatchesTest {

  private static final List<String> PERSONS = List.of("0056", "0003", "0017", "0009", "0101");
  private static final int EACH = 4;

  @TempDir private Path directory;

  @Test
  void patchesBecomeABankAndAHeadWhosePersonsKeepTheirNumbers() throws Exception {
    RenderedPhotos photos = new RenderedPhotos(directory.resolve("photos"));
    for (String person : PERSONS) {
      photos.take(person, EACH);
    }
    List<PhotoLabel> labels =
        PhotoLabels.read(photos.folder(), photos.writeLabels(directory.resolve("labels.csv")));
    writePatches(photos, labels);

    OfflineLine line = new OfflineLine(directory);
    line.succeeds(
        "bank",
        "build",
        "--images",
        "@patches/Image",
        "--labels",
        "@patches/Label",
        "--layout",
        "eth-xgaze",
        "--out",
        "@bank");
    SourceBank bank = SourceBank.read(line.file("bank"));
    assertThat(bank.size()).isEqualTo(PERSONS.size() * EACH);
    assertThat(bank.persons()).containsOnly(56, 3, 17, 9, 101);

    line.succeeds("head", "train", "--bank", "@bank", "--out", "@head", "--epochs", "3");
    assertThat(HeadFile.read(line.file("head")).heldOut().orElseThrow().persons())
        .containsExactly(101L);

    line.succeeds("evaluate", "--head", "@head", "--data", "@bank", "--json");
    JsonNode onBank = new JsonMapper().readTree(line.out());
    assertThat(onBank.get("persons").findValuesAsText("person"))
        .containsExactly("3", "9", "17", "56", "101");
    // A rotation keeps angles: axes of the patch and of the camera give the same errors.
    PhotoEvaluation onPhotos = evaluate(photos, labels, line.file("head"));
    assertThat(onPhotos.all().meanDeg()).isCloseTo(onBank.get("mean_deg").asDouble(), within(1e-3));
    assertThat(onPhotos.all().medianDeg())
        .isCloseTo(onBank.get("median_deg").asDouble(), within(1e-3));
    assertThat(onPhotos.persons())
        .extracting(score -> Long.parseLong(score.name()))
        .containsExactly(3L, 9L, 17L, 56L, 101L);
  }

  private void writePatches(RenderedPhotos photos, List<PhotoLabel> labels) throws Exception {
    PatchFolder folder = PatchFolder.create(directory.resolve("patches"));
    new PhotoPass(photos.photoFaces(), done -> {}, remark -> {})
        .run(
            labels,
            (label, face) -> {
              folder.add(label, face);
              return true;
            });
    folder.finish();
  }

  private static PhotoEvaluation evaluate(RenderedPhotos photos, List<PhotoLabel> labels, Path head)
      throws Exception {
    GazeshiftConfig config =
        GazeshiftConfig.load(
            Optional.empty(), Map.of("GAZESHIFT_INFER_MODEL", "studio"), List.of());
    List<ScoredPhoto> scored = new ArrayList<>();
    try (ModelPredictor model =
        ModelPredictor.open(config.infer(), config.ingest(), Optional.of(head))) {
      new PhotoPass(photos.photoFaces(), done -> {}, remark -> {})
          .run(
              labels,
              (label, face) ->
                  scored.add(
                      new ScoredPhoto(
                          label, Gaze.from(model.predictions(List.of(face)).get(0).getCamera()))));
    }
    return PhotoEvaluation.of(scored);
  }
}
