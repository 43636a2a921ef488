package io.gazeshift.glsge.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gazeshift.glsge.head.DenseLayer;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeadFileTest {

  private static final Head HEAD =
      new Head(
          new DenseLayer(2, 1, new float[] {1, 2}, new float[] {3}),
          new DenseLayer(1, 1, new float[] {4}, new float[] {5}),
          new DenseLayer(1, 2, new float[] {6, 7}, new float[] {8, 9}));

  @TempDir Path directory;

  @Test
  void aHeadAndItsBackboneComeBackAsTheyWereWritten() throws IOException {
    Path file = directory.resolve("head.safetensors");
    new HeadFile(HEAD, "abc").write(file);

    assertThat(HeadFile.read(file)).isEqualTo(new HeadFile(HEAD, "abc"));
  }

  @Test
  void aHeadWrittenElsewhereNeedsNoHashAndMayBeInHalfPrecision() {
    byte[] bytes =
        new SafetensorsWriter()
            .metadata("backbone_fingerprint", "abc")
            .f16("hidden1.weight", new float[] {1, 2}, 1, 2)
            .f16("hidden1.bias", new float[] {3}, 1)
            .f32("hidden2.weight", new float[] {4}, 1, 1)
            .f32("hidden2.bias", new float[] {5}, 1)
            .f32("linear.weight", new float[] {6, 7}, 2, 1)
            .f32("linear.bias", new float[] {8, 9}, 2)
            .toBytes();

    assertThat(HeadFile.read(bytes, "elsewhere").head()).isEqualTo(HEAD);
  }

  @Test
  void thePeopleHeldOutComeBackAndOnlyForTheirBank() throws IOException {
    SourceBank bank = bank(0.1f);
    HeldOut people = HeldOut.everyNth(2, bank).orElseThrow();
    Path file = directory.resolve("head.safetensors");
    new HeadFile(HEAD, "abc", Optional.of(people), Optional.empty()).write(file);

    HeldOut read = HeadFile.read(file).heldOut().orElseThrow();

    assertThat(read).isEqualTo(people);
    assertThat(read.persons()).containsExactly(7L);
    assertThat(read.split(bank).heldOut()).containsExactly(1, 3);
    assertThat(read.isOf(bank)).isTrue();
    assertThat(read.isOf(bank(0.2f))).isFalse();
    assertThat(HeldOut.everyNth(4, bank)).as("there are three persons only").isEmpty();
    assertThat(HeldOut.everyNth(0, bank)).isEmpty();
  }

  private static SourceBank bank(float yaw) {
    Matrix gaze = Matrix.zeros(4, 2);
    gaze.set(0, 1, yaw);
    return new SourceBank(FeatureRows.of(new float[4], 1), gaze, new long[] {3, 7, 9, 7}, "");
  }

  @Test
  void aFlippedBitInTheWeightsIsNoticed() {
    byte[] bytes = new HeadFile(HEAD, "abc").toBytes();
    bytes[bytes.length - 3] ^= 1;

    assertThatThrownBy(() -> HeadFile.read(bytes, "flipped"))
        .isInstanceOf(SafetensorsException.class)
        .hasMessageContaining("flipped: its weights have the hash");
  }

  @Test
  void whatIsNoHeadIsRejected() {
    byte[] noFingerprint =
        new SafetensorsWriter().f32("hidden1.weight", new float[] {1}, 1).toBytes();
    byte[] notFinite =
        new SafetensorsWriter()
            .f32("hidden1.weight", new float[] {Float.NaN}, 1, 1)
            .f32("hidden1.bias", new float[] {3}, 1)
            .toBytes();

    assertThatThrownBy(() -> HeadFile.read(noFingerprint, "x"))
        .hasMessage("x: tensor 'hidden1.weight' has the shape [1], expected [any, any]");
    assertThatThrownBy(() -> HeadFile.read(notFinite, "x"))
        .isInstanceOf(SafetensorsException.class)
        .hasMessageContaining("x: is not a head file: a layer of 1 x 1 has the weight NaN at 0");
  }

  @Test
  void theAccuracyStaysWithTheHead() {
    HeadFile head =
        new HeadFile(HEAD, "abc").with(Optional.of(new HeadAccuracy(0.1, 0.2, 0.05, 0.02)));

    HeadAccuracy read = HeadFile.read(head.toBytes(), "test").accuracy().orElseThrow();

    assertThat(read.yawRad()).isCloseTo(0.2, within(1e-5));
    assertThat(read.personPitchRad()).isCloseTo(0.05, within(1e-5));
    assertThat(HeadFile.read(new HeadFile(HEAD, "abc").toBytes(), "test").accuracy()).isEmpty();
  }
}
