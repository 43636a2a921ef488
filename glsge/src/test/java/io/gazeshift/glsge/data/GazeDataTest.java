package io.gazeshift.glsge.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import io.gazeshift.glsge.linalg.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GazeDataTest {

  @TempDir Path folder;

  private static final float[] FEATURES = {1, 2, 3, 4, 5, 6.5f};
  private static final Matrix GAZE = Matrix.of(new double[][] {{0.1, -0.2}, {0.25, 0.5}});

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aBankSurvivesItsFile(boolean half) throws IOException {
    Path file = folder.resolve("bank.safetensors");
    new SourceBank(FeatureRows.of(FEATURES, 3), GAZE, new long[] {7, 9}, "abc").write(file, half);

    SourceBank bank = SourceBank.read(file);

    assertThat(bank.size()).isEqualTo(2);
    assertThat(bank.features().width()).isEqualTo(3);
    float[] row = new float[4];
    bank.features().copy(1, row, 1);
    assertThat(row).containsExactly(0, 4, 5, 6.5f);
    assertThat(bank.gaze().get(1, 1)).isEqualTo(0.5);
    assertThat(bank.gaze().get(0, 0)).isCloseTo(0.1, offset(1e-8));
    assertThat(bank.persons()).containsExactly(7, 9);
    assertThat(bank.backboneFingerprint()).isEqualTo("abc");
    assertThat(bank.rows(new int[] {1}).persons()).containsExactly(9);
    assertThat(TargetSet.read(file).gaze()).isPresent();
  }

  @Test
  void personsMayBeShortIntegers() throws IOException {
    Path file = folder.resolve("bank.safetensors");
    new SafetensorsWriter()
        .f32("features", FEATURES, 2, 3)
        .f32("gaze", GAZE.toFloats(), 2, 2)
        .i32("person", new int[] {56, 1}, 2)
        .write(file);

    assertThat(SourceBank.read(file).persons()).containsExactly(56, 1);
    assertThat(TargetSet.read(file).persons()).containsExactly(56, 1);
  }

  @Test
  void aTargetNeedsNoGaze() throws IOException {
    Path file = folder.resolve("target.safetensors");
    new SafetensorsWriter().f32("features", FEATURES, 2, 3).write(file);

    TargetSet target = TargetSet.read(file);

    assertThat(target.gaze()).isEmpty();
    assertThat(target.rows(new int[] {1, 0}).size()).isEqualTo(2);
    assertThatExceptionOfType(SafetensorsException.class)
        .isThrownBy(() -> SourceBank.read(file))
        .withMessageContaining("no tensor 'gaze'");
  }

  @Test
  void numbersThatAreNotFiniteAreNamedWithARemedy() throws IOException {
    Path file = folder.resolve("overflow.safetensors");
    float[] tooLarge = FEATURES.clone();
    tooLarge[4] = Float.POSITIVE_INFINITY;
    new SafetensorsWriter()
        .f32("features", tooLarge, 2, 3)
        .f32("gaze", GAZE.toFloats(), 2, 2)
        .write(file);
    float[] broken = FEATURES.clone();
    broken[2] = Float.NaN;

    assertThatExceptionOfType(SafetensorsException.class)
        .isThrownBy(() -> SourceBank.read(file))
        .withMessageContaining("overflow.safetensors")
        .withMessageContaining("feature 1 of row 1 is Infinity")
        .withMessageContaining("store the features as F32");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TargetSet.unlabelled(FeatureRows.of(broken, 3)))
        .withMessageContaining("feature 2 of row 0 is NaN");
  }

  @Test
  void featuresAndGazeOfDifferentLengthAreRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SourceBank.of(FeatureRows.of(FEATURES, 2), GAZE))
        .withMessageContaining("3 feature vectors")
        .withMessageContaining("got 2 rows of 2");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                SourceBank.of(
                    FeatureRows.of(FEATURES, 3), Matrix.of(new double[][] {{12, -20}, {25, 50}})))
        .withMessageContaining("in radians");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SourceBank.of(FeatureRows.of(new float[0], 3), Matrix.zeros(0, 2)))
        .withMessageContaining("empty");
  }

  @Test
  void aFileWhoseFeaturesAndGazeDifferInLengthIsRejectedByName() throws IOException {
    Path file = folder.resolve("uneven.safetensors");
    new SafetensorsWriter()
        .f32("features", FEATURES, 3, 2)
        .f32("gaze", GAZE.toFloats(), 2, 2)
        .write(file);

    assertThatExceptionOfType(SafetensorsException.class)
        .isThrownBy(() -> SourceBank.read(file))
        .withMessageContaining("uneven.safetensors")
        .withMessageContaining("3 feature vectors");
    assertThatExceptionOfType(SafetensorsException.class)
        .isThrownBy(() -> TargetSet.read(file))
        .withMessageContaining("uneven.safetensors")
        .withMessageContaining("got 2 rows of 2");
  }

  @Test
  void gazeThatIsNotANumberIsNamed() {
    Matrix broken = GAZE.copy();
    broken.set(1, 1, Double.NaN);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> SourceBank.of(FeatureRows.of(FEATURES, 3), broken))
        .withMessageContaining("the yaw of row 1 is NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new TargetSet(FeatureRows.of(FEATURES, 3), Optional.of(broken), new long[] {1, 2}))
        .withMessageContaining("the yaw of row 1 is NaN");
  }

  @ParameterizedTest
  @ValueSource(floats = {1e6f, -1e6f, 65505})
  void featuresBeyondHalfFloatsAreNotWrittenAsSuch(float tooLarge) throws IOException {
    Path file = folder.resolve("large.safetensors");
    float[] features = FEATURES.clone();
    features[4] = tooLarge;
    SourceBank bank = SourceBank.of(FeatureRows.of(features, 3), GAZE);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> bank.write(file, true))
        .withMessageContaining("'features': number 1 of row 1 is " + tooLarge)
        .withMessageContaining("store it as F32");
    assertThat(file).doesNotExist();

    bank.write(file, false);
    float[] row = new float[3];
    SourceBank.read(file).features().copy(1, row, 0);
    assertThat(row).containsExactly(4, tooLarge, 6.5f);
  }

  @Test
  void thePapersSplitTakesEachSampleOnce() {
    TargetSplit split = TargetSplit.of(1000, 3);

    assertThat(split.adapt()).hasSize(100);
    assertThat(split.validation()).hasSize(100);
    assertThat(split.test()).hasSize(800);
    assertThat(
            IntStream.of(split.adapt()).sum()
                + IntStream.of(split.validation()).sum()
                + IntStream.of(split.test()).sum())
        .isEqualTo(999 * 1000 / 2);
    assertThat(TargetSplit.of(1000, 3).adapt()).isEqualTo(split.adapt());
    assertThat(TargetSplit.of(1000, 4).adapt()).isNotEqualTo(split.adapt());
  }

  @Test
  void noPersonIsOnBothSidesOfASplit() {
    long[] persons = {3, 1, 3, 2, 1};

    PersonSplit split = PersonSplit.holdingOut(Set.of(1L), persons);

    assertThat(split.heldOut()).containsExactly(1, 4);
    assertThat(split.kept()).containsExactly(0, 2, 3);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PersonSplit.holdingOut(Set.of(1L), new long[0]))
        .withMessageContaining("'person'");
  }

  @Test
  void labelFilesOfAllFourDataSetsAreRead() throws IOException {
    double pitch = 0.2;
    double yaw = -0.3;
    String vector = "%s,%s,%s".formatted(x(pitch, yaw), -Math.sin(pitch), z(pitch, yaw));
    String flipped = "%s,%s,%s".formatted(-x(pitch, yaw), Math.sin(pitch), z(pitch, yaw));

    List<GazeHubSample> mpii =
        read(
            GazeHubLayout.MPII_FACE_GAZE,
            "Face Left Right Origin WhichEye 3DGaze 3DHead 2DGaze 2DHead Rmat Smat GazeOrigin",
            "p03/face/1.jpg p03/left/1.jpg p03/right/1.jpg day01/0005.jpg left "
                + vector
                + " 0,0,1 -0.3,0.2 0,0 1,0,0 1,0,0 0,0,600");
    List<GazeHubSample> eyeDiap =
        read(
            GazeHubLayout.EYEDIAP,
            "Face Left Right metapath 3DGaze 3DHead 2DGaze 2DHead Rvec Svec GazeOrigin",
            "p14/face/2.jpg p14/left/2.jpg p14/right/2.jpg 14_A_DS_M/2 "
                + vector
                + " 0,0,1 -0.3,0.2 0,0 1,0,0 1,0,0 0,0,600");
    List<GazeHubSample> gaze360 =
        read(
            GazeHubLayout.GAZE360,
            "Face Left Right Origin 3DGaze 2DGaze",
            "train/Face/1.jpg train/Left/1.jpg train/Right/1.jpg rec_004/head/000002/000011.jpg "
                + flipped
                + " -0.3,0.2");
    List<GazeHubSample> eth =
        read(
            GazeHubLayout.ETH_XGAZE,
            "Face Gaze Head Name Camera Frame Norm",
            "subject0017/face/0003.jpg 0.2,-0.3 0,0 subject0017/3 5 0 1,0,0");

    assertThat(mpii).containsExactly(new GazeHubSample("p03/face/1.jpg", 0.2, -0.3, "p03"));
    assertThat(eyeDiap).containsExactly(new GazeHubSample("p14/face/2.jpg", 0.2, -0.3, "p14"));
    assertThat(gaze360)
        .containsExactly(new GazeHubSample("train/Face/1.jpg", 0.2, -0.3, "rec_004/000002"));
    assertThat(eth)
        .containsExactly(new GazeHubSample("subject0017/face/0003.jpg", 0.2, -0.3, "subject0017"));
  }

  @Test
  void aLineThatDoesNotFitIsNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(GazeHubLayout.GAZE360, "header", "a b c"))
        .withMessageContaining("line 2: 3 columns, GAZE360 has at least 6");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(GazeHubLayout.GAZE360, "header", "f l r o 0,0,-1 -0.3,0.2"))
        .withMessageContaining("differs from the 3D gaze");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(GazeHubLayout.ETH_XGAZE, "header", "f 0.1,x 0,0 n"))
        .withMessageContaining("'x' is not a number");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(GazeHubLayout.ETH_XGAZE, "header", "f 12,30 0,0 n"))
        .withMessageContaining("not angles in radians");
  }

  private List<GazeHubSample> read(GazeHubLayout layout, String... lines) throws IOException {
    Path labels = Files.createTempDirectory(folder, "Label");
    Files.writeString(labels.resolve("a.label"), String.join("\n", lines) + "\n");
    return GazeHubLabels.read(labels, layout);
  }

  private static double x(double pitch, double yaw) {
    return -Math.cos(pitch) * Math.sin(yaw);
  }

  private static double z(double pitch, double yaw) {
    return -Math.cos(pitch) * Math.cos(yaw);
  }
}
