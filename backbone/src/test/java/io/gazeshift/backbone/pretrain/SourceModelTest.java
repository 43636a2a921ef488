package io.gazeshift.backbone.pretrain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.backbone.engine.Backbone;
import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.backbone.network.Architecture;
import io.gazeshift.backbone.network.InitialWeights;
import io.gazeshift.backbone.network.NetworkSpec;
import io.gazeshift.backbone.samples.Evaluation;
import io.gazeshift.common.UserError;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.glsge.data.HeldOut;
import io.gazeshift.glsge.data.SourceBank;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceModelTest {

  private static final NetworkSpec SPEC = Architecture.SMALL.spec(DotPatches.SIDE);

  @TempDir private Path directory;

  private static PretrainSettings settings(int epochs) {
    return new PretrainSettings(epochs, 32, 3e-3, 1e-2, 5, 5, true, 7, "cpu", 1);
  }

  private static class Seen implements SourceModel.Progress {

    final List<Epoch> epochs = new ArrayList<>();
    double bank;

    @Override
    public void batch(double fraction) {}

    @Override
    public void epoch(Epoch epoch) {
      epochs.add(epoch);
    }

    @Override
    public void bank(double fraction) {
      bank = fraction;
    }
  }

  private static SourceModel.Made make(
      PretrainSettings settings, TrainingSet set, Path out, Seen seen) throws Exception {
    return new SourceModel(SPEC, settings, set).make(out, new InitialWeights(7), 300, seen);
  }

  @Test
  void learnsToSeeWhereStrangersLookAndWritesAWholeModel() throws Exception {
    Seen seen = new Seen();

    SourceModel.Made made = make(settings(8), DotPatches.draw(600, 1), directory, seen);

    // Always predicting "straight ahead" has an error of 22 degrees on these.
    assertThat(made.best().heldOutDegrees()).isLessThan(7);
    assertThat(made.onnxDifference().counted()).isLessThan(1e-4);
    assertThat(seen.epochs).hasSizeLessThanOrEqualTo(8).contains(made.best());
    assertThat(seen.bank).isEqualTo(1);
    assertThat(SourceModel.checkpoint(directory)).doesNotExist();
    assertThat(directory.resolve("training.html")).content().contains("<svg", "held out");
    ModelDirectory model = ModelDirectory.of(directory);
    SourceBank bank = SourceBank.read(ModelDirectory.bank(directory));
    assertThat(bank.size()).isEqualTo(300);
    try (Backbone backbone = model.openBackbone(new BackboneOptions("cpu", 1))) {
      assertThat(bank.backboneFingerprint()).isEqualTo(backbone.fingerprint());
    }
    HeldOut heldOut = HeadFile.read(directory.resolve("head.safetensors")).heldOut().orElseThrow();
    assertThat(heldOut.isOf(bank)).isTrue();
    SourceBank strangers = bank.rows(heldOut.split(bank).heldOut());
    assertThat(
            Evaluation.of(
                    model.sourceHead(), strangers.features(), strangers.gaze(), strangers.persons())
                .meanDeg())
        .isLessThan(7.5);
  }

  @Test
  void aStoppedTrainingGoesOnAsIfItHadNotStopped() throws Exception {
    TrainingSet set = DotPatches.draw(200, 2);
    Seen whole = new Seen();
    make(settings(4), set, directory.resolve("whole"), whole);
    Seen stopped =
        new Seen() {
          @Override
          public void epoch(Epoch epoch) {
            super.epoch(epoch);
            if (epoch.number() == 2) {
              throw new CancellationException();
            }
          }
        };
    Path out = directory.resolve("stopped");

    assertThatThrownBy(() -> make(settings(4), set, out, stopped))
        .isInstanceOf(CancellationException.class);
    assertThat(SourceModel.checkpoint(out)).exists();
    Seen rest = new Seen();
    make(settings(4), set, out, rest);

    assertThat(rest.epochs).isEqualTo(whole.epochs.subList(2, 4));
    assertThat(out.resolve("backbone.onnx"))
        .hasSameBinaryContentAs(directory.resolve("whole").resolve("backbone.onnx"));
  }

  @Test
  void aModelThatWasStoppedWhileItsBankWasMadeIsFinished() throws Exception {
    TrainingSet set = DotPatches.draw(200, 2);
    Seen stopped =
        new Seen() {
          @Override
          public void bank(double fraction) {
            throw new CancellationException();
          }
        };
    assertThatThrownBy(() -> make(settings(1), set, directory, stopped))
        .isInstanceOf(CancellationException.class);

    make(settings(1), set, directory, new Seen());

    assertThat(ModelDirectory.of(directory).hasSourceHead()).isTrue();
    assertThat(SourceModel.checkpoint(directory)).doesNotExist();
  }

  @Test
  void doesNotGoOnWithOtherPeopleHeldOut() throws Exception {
    TrainingSet set = DotPatches.draw(200, 3);
    Seen stopped =
        new Seen() {
          @Override
          public void epoch(Epoch epoch) {
            throw new CancellationException();
          }
        };
    assertThatThrownBy(() -> make(settings(2), set, directory, stopped))
        .isInstanceOf(CancellationException.class);
    PretrainSettings others = new PretrainSettings(2, 32, 3e-3, 1e-2, 5, 4, true, 7, "cpu", 1);

    assertThatThrownBy(() -> make(others, set, directory, new Seen()))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("every 4. person");
    assertThatThrownBy(() -> make(settings(2), DotPatches.draw(200, 4), directory, new Seen()))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("another training");
  }

  @Test
  void doesNotGoOnWithAnotherTraining() throws Exception {
    TrainingSet set = DotPatches.draw(200, 3);
    Files.createDirectories(directory);
    Seen stopped =
        new Seen() {
          @Override
          public void epoch(Epoch epoch) {
            throw new CancellationException();
          }
        };
    assertThatThrownBy(() -> make(settings(4), set, directory, stopped))
        .isInstanceOf(CancellationException.class);

    assertThatThrownBy(() -> make(settings(9), set, directory, new Seen()))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("checkpoint.safetensors")
        .hasMessageContaining("4 epochs")
        .hasMessageContaining("9 epochs");
  }

  @Test
  void stopsWhereStrangersAreSeenNoBetter() throws Exception {
    // Labels that say nothing: what is learned of them does not hold for others.
    TrainingSet set = DotPatches.draw(160, 4);
    TrainingSet noise =
        new TrainingSet(set.patches(), DotPatches.draw(160, 5).gaze(), set.persons());
    PretrainSettings impatient = new PretrainSettings(40, 32, 3e-3, 0, 2, 5, false, 7, "cpu", 1);
    Seen seen = new Seen();

    SourceModel.Made made = make(impatient, noise, directory, seen);

    assertThat(seen.epochs).hasSizeLessThan(40);
    assertThat(made.best().number()).isEqualTo(seen.epochs.size() - 2);
  }

  @Test
  void namesAPatchThatCannotBeRead() {
    TrainingSet good = DotPatches.draw(200, 6);
    List<byte[]> jpegs = new ArrayList<>(((DotPatches.InMemory) good.patches()).jpegs());
    jpegs.set(17, new byte[] {1, 2, 3});
    TrainingSet bad = new TrainingSet(new DotPatches.InMemory(jpegs), good.gaze(), good.persons());

    assertThatThrownBy(() -> make(settings(1), bad, directory, new Seen()))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("dot 17");
  }

  @Test
  void neverOverwritesAModel() throws Exception {
    Files.write(directory.resolve("backbone.onnx"), new byte[1]);

    assertThatThrownBy(() -> make(settings(1), DotPatches.draw(200, 8), directory, new Seen()))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("never overwritten");
  }

  @Test
  void saysWhenThereAreTooFewSamples() {
    assertThatThrownBy(() -> make(settings(1), DotPatches.draw(30, 9), directory, new Seen()))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("too few for batches of 32");
  }
}
