package io.gazeshift.glsge.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

import io.gazeshift.glsge.data.SourceBank;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.glsge.linalg.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SourceTrainerTest {

  private static final SourceTrainer.Settings SMALL =
      new SourceTrainer.Settings(32, 16, 20, 50, 3e-3, 1, "cpu");

  private final SourceBank bank = Scenes.source(500, 1);

  @Test
  void theHeadLearnsGaze() {
    List<Double> losses = new ArrayList<>();

    Head head = new SourceTrainer(SMALL).train(bank, losses::add, () -> false).head();

    SourceBank fresh = Scenes.source(200, 9);
    Matrix predicted = Matrix.zeros(fresh.size(), 2);
    float[] row = new float[Scenes.WIDTH];
    for (int i = 0; i < fresh.size(); i++) {
      fresh.features().copy(i, row, 0);
      float[] gaze = head.predict(row);
      predicted.set(i, 0, gaze[0]);
      predicted.set(i, 1, gaze[1]);
    }
    assertThat(losses).hasSize(20);
    assertThat(losses.get(19)).isLessThan(0.5 * losses.get(0));
    assertThat(AngularError.meanDegrees(predicted, fresh.gaze())).isLessThan(5);
  }

  @Test
  void equalSeedsGiveEqualHeadsAlsoSideBySide() {
    SourceTrainer trainer = new SourceTrainer(SMALL.withEpochs(2));
    String alone = trainer.train(bank, loss -> {}, () -> false).head().sha256();
    ExecutorService pool = Executors.newFixedThreadPool(3);
    try {
      List<CompletableFuture<String>> beside =
          IntStream.range(0, 3)
              .mapToObj(
                  i ->
                      CompletableFuture.supplyAsync(
                          () -> trainer.train(bank, loss -> {}, () -> false).head().sha256(), pool))
              .toList();

      assertThat(beside).allSatisfy(head -> assertThat(head.join()).isEqualTo(alone));
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void aTrainingCanBeStopped() {
    SourceTrainer.Result result = new SourceTrainer(SMALL).train(bank, loss -> {}, () -> true);

    assertThat(result.outcome()).isEqualTo(TrainingOutcome.CANCELLED);
    assertThat(result.loss()).isNaN();
  }

  @Test
  void aBankOfOneGazeTeachesThatGaze() {
    Matrix constant = Matrix.zeros(bank.size(), 2);
    for (int i = 0; i < bank.size(); i++) {
      constant.set(i, 0, 0.2);
      constant.set(i, 1, -0.3);
    }

    SourceTrainer.Result result =
        new SourceTrainer(SMALL)
            .train(SourceBank.of(bank.features(), constant), loss -> {}, () -> false);

    float[] row = new float[Scenes.WIDTH];
    bank.features().copy(0, row, 0);
    assertThat(result.outcome()).isEqualTo(TrainingOutcome.COMPLETED);
    assertThat(result.head().predict(row)[0]).isCloseTo(0.2f, offset(0.05f));
    assertThat(result.head().predict(row)[1]).isCloseTo(-0.3f, offset(0.05f));
  }

  @Test
  void aBankSmallerThanABatchIsUsedWhole() {
    SourceTrainer.Result result =
        new SourceTrainer(SMALL).train(bank.rows(new int[] {4, 7, 9}), loss -> {}, () -> false);

    assertThat(result.outcome()).isEqualTo(TrainingOutcome.COMPLETED);
    assertThat(result.loss()).isFinite();
  }

  @Test
  void aHeadOfAnotherWidthIsRejected() {
    Head wide = new SourceTrainer(SMALL).randomHead(7);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SourceTrainer(SMALL).train(wide, bank, loss -> {}, () -> false))
        .withMessageContaining("expects 7 features, but the source bank has 24");
  }
}
