package io.gazeshift.backbone.pretrain;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDManager;
import io.gazeshift.backbone.engine.TorchEngine;
import io.gazeshift.backbone.input.PatchInput;
import io.gazeshift.backbone.network.NetworkSpec;
import io.gazeshift.backbone.network.Weights;
import io.gazeshift.common.UserError;
import io.gazeshift.glsge.data.PersonSplit;
import io.gazeshift.glsge.linalg.Matrix;
import io.gazeshift.glsge.train.AngularError;
import io.gazeshift.glsge.train.CosineSchedule;
import io.gazeshift.glsge.train.TrainingDevice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Trains a backbone and a head together on labelled patches, and keeps the weights that did best on
 * people it has not seen. After every epoch its state is saved, so that it can be stopped at any
 * time and resumed. Equal seeds give equal weights on one device with one thread.
 */
public final class Pretraining {

  /** Is told how it goes. */
  public interface Progress {

    /** After each batch: how much of all epochs is done. */
    void batch(double fraction);

    /** After each epoch. */
    void epoch(Epoch epoch);
  }

  /** What came out. */
  record Trained(Map<String, float[]> weights, List<Epoch> epochs, Epoch best) {}

  private final NetworkSpec spec;
  private final PretrainSettings settings;
  private final TrainingSet set;
  private final PersonSplit split;
  private final PatchInput preprocessing;
  private final Path checkpoint;

  /** Writes its state to {@code checkpoint}, and goes on from it where it is there. */
  public Pretraining(
      NetworkSpec spec, PretrainSettings settings, TrainingSet set, Path checkpoint) {
    this.spec = spec;
    this.settings = settings;
    this.set = set;
    this.split = set.holdingOut(settings.holdOut());
    this.preprocessing = PatchInput.imageNet(spec.inputSize());
    this.checkpoint = checkpoint;
    if (split.kept().length < settings.batch() || split.heldOut().length == 0) {
      throw new UserError(
          ("%d training samples and %d held-out samples are too few for batches of %d;"
                  + " add samples")
              .formatted(split.kept().length, split.heldOut().length, settings.batch()));
    }
  }

  Trained run(Weights initial, Progress progress) throws IOException, InterruptedException {
    Engine engine = TorchEngine.open(settings.threads());
    try (TorchModel model = open(initial, engine)) {
      return run(model, progress);
    }
  }

  private TorchModel open(Weights initial, Engine engine) {
    try {
      return new TorchModel(spec, initial, engine, TrainingDevice.parse(settings.device()));
    } catch (IllegalArgumentException e) {
      throw new UserError("--device: " + e.getMessage(), e);
    }
  }

  private Trained run(TorchModel model, Progress progress)
      throws IOException, InterruptedException {
    TorchAdam adam = new TorchAdam(model, settings.weightDecay());
    List<Epoch> epochs = new ArrayList<>();
    Map<String, float[]> best = Map.of();
    if (Files.exists(checkpoint)) {
      TrainingState state = TrainingState.read(checkpoint, task(), spec);
      model.parameters().forEach(p -> model.array(p).set(state.weights().get(p.name())));
      adam.restore(state.steps(), state.firstMoments(), state.secondMoments());
      epochs.addAll(state.epochs());
      best = state.best();
    }
    while (!isOver(epochs)) {
      int number = epochs.size() + 1;
      double loss = train(model, adam, number, progress);
      Epoch epoch = new Epoch(number, loss, heldOutDegrees(model));
      if (epochs.stream().allMatch(e -> epoch.heldOutDegrees() < e.heldOutDegrees())) {
        best = model.floats();
      }
      epochs.add(epoch);
      TrainingState state = state(model, adam, epochs, best);
      state.write(checkpoint, spec);
      progress.epoch(epoch);
    }
    TrainingState end = state(model, adam, epochs, best);
    return new Trained(best, List.copyOf(epochs), end.bestEpoch());
  }

  private TrainingState state(
      TorchModel model, TorchAdam adam, List<Epoch> epochs, Map<String, float[]> best) {
    return new TrainingState(
        task(),
        List.copyOf(epochs),
        model.floats(),
        best,
        adam.steps(),
        adam.firstMoments(),
        adam.secondMoments());
  }

  /** What must be equal for a state to fit: above all who is held out, and of which samples. */
  private String task() {
    return "%s at %d, %d samples (%s), every %d. person held out, seed %d, %d epochs of batches of %d at %s, %s"
        .formatted(
            spec.name(),
            spec.inputSize(),
            set.size(),
            set.checksum(),
            settings.holdOut(),
            settings.seed(),
            settings.epochs(),
            settings.batch(),
            settings.learningRate(),
            settings.augment() ? "augmented" : "as they are");
  }

  private boolean isOver(List<Epoch> epochs) {
    if (epochs.size() >= settings.epochs()) {
      return true;
    }
    int best = 0;
    for (int i = 1; i < epochs.size(); i++) {
      best = epochs.get(i).heldOutDegrees() < epochs.get(best).heldOutDegrees() ? i : best;
    }
    return epochs.size() - 1 - best >= settings.patience();
  }

  /** One epoch; a batch is read and decoded while the one before it is trained on. */
  private double train(TorchModel model, TorchAdam adam, int number, Progress progress)
      throws InterruptedException, IOException {
    int batch = settings.batch();
    int batches = split.kept().length / batch;
    CosineSchedule rates = new CosineSchedule(settings.learningRate(), batches * settings.epochs());
    SplittableRandom random = new SplittableRandom(settings.seed() * 0x9e3779b97f4a7c15L + number);
    int[] order = shuffled(split.kept(), random);
    BatchLoader loader = new BatchLoader(set, preprocessing);
    PatchBatch[] memory = {
      new PatchBatch(batch, spec.inputSize()), new PatchBatch(batch, spec.inputSize())
    };
    ExecutorService reader = Executors.newSingleThreadExecutor();
    try {
      double sum = 0;
      Future<PatchBatch> next = load(reader, loader, order, 0, memory[0], random);
      for (int b = 0; b < batches; b++) {
        PatchBatch current = result(next);
        if (b + 1 < batches) {
          next = load(reader, loader, order, (b + 1) * batch, memory[(b + 1) % 2], random);
        }
        sum += step(model, adam, current, rates.at(adam.steps()));
        progress.batch((number - 1 + (b + 1.0) / batches) / settings.epochs());
      }
      return sum / batches;
    } finally {
      reader.shutdownNow();
    }
  }

  private Future<PatchBatch> load(
      ExecutorService reader,
      BatchLoader loader,
      int[] order,
      int from,
      PatchBatch into,
      SplittableRandom random) {
    return reader.submit(
        () -> {
          if (settings.augment()) {
            loader.loadAugmented(order, from, settings.batch(), into, random);
          } else {
            loader.load(order, from, settings.batch(), into);
          }
          return into;
        });
  }

  private static PatchBatch result(Future<PatchBatch> batch)
      throws InterruptedException, IOException {
    try {
      return batch.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private double step(TorchModel model, TorchAdam adam, PatchBatch batch, double rate) {
    try (NDManager temporary = model.manager().newSubManager()) {
      double loss = model.gradients(batch, temporary);
      if (!Double.isFinite(loss)) {
        throw new UserError(
            "the training diverged in step %d; use a lower --lr than %s"
                .formatted(adam.steps() + 1, settings.learningRate()));
      }
      adam.step(rate, temporary);
      return loss;
    }
  }

  private double heldOutDegrees(TorchModel model) throws IOException, InterruptedException {
    int[] rows = split.heldOut();
    BatchLoader loader = new BatchLoader(set, preprocessing);
    PatchBatch batch = new PatchBatch(settings.batch(), spec.inputSize());
    Matrix predicted = Matrix.zeros(rows.length, 2);
    for (int from = 0; from < rows.length; from += settings.batch()) {
      int count = Math.min(settings.batch(), rows.length - from);
      loader.load(rows, from, count, batch);
      try (NDManager temporary = model.manager().newSubManager()) {
        float[] gaze = model.predict(batch.images(temporary), false).toFloatArray();
        for (int i = 0; i < gaze.length; i++) {
          predicted.data()[2 * from + i] = gaze[i];
        }
      }
    }
    return AngularError.meanDegrees(predicted, set.gaze().rows(rows));
  }

  private static int[] shuffled(int[] rows, SplittableRandom random) {
    int[] order = rows.clone();
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    return order;
  }
}
