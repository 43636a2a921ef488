package io.gazeshift.backbone.network;

import io.gazeshift.backbone.network.Parameter.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One layer of a network: what it is and which weights it needs, not their values. */
public sealed interface Layer {

  /** Applies it to what the layers before it gave. */
  <T> T apply(Interpreter<T> interpreter, T input);

  /** The weights it needs. */
  List<Parameter> parameters();

  /** A square convolution, with a bias if no batch normalisation follows or if requested. */
  record Conv(
      String name, int inputs, int outputs, int kernel, int stride, int padding, boolean biased)
      implements Layer {

    /** One without a bias. */
    public Conv(String name, int inputs, int outputs, int kernel, int stride, int padding) {
      this(name, inputs, outputs, kernel, stride, padding, false);
    }

    public Parameter weight() {
      return new Parameter(name + ".weight", Role.KERNEL, outputs, inputs, kernel, kernel);
    }

    public Optional<Parameter> bias() {
      return biased
          ? Optional.of(new Parameter(name + ".bias", Role.BIAS, outputs))
          : Optional.empty();
    }

    @Override
    public <T> T apply(Interpreter<T> interpreter, T input) {
      return interpreter.conv(this, input);
    }

    @Override
    public List<Parameter> parameters() {
      return Stream.concat(Stream.of(weight()), bias().stream()).toList();
    }
  }

  /** {@code (x - mean) / sqrt(variance + epsilon) * scale + shift}, channel by channel. */
  record BatchNorm(String name, int channels) implements Layer {

    public static final float EPSILON = 1e-5f;

    public Parameter scale() {
      return new Parameter(name + ".weight", Role.SCALE, channels);
    }

    public Parameter shift() {
      return new Parameter(name + ".bias", Role.BIAS, channels);
    }

    public Parameter mean() {
      return new Parameter(name + ".running_mean", Role.MEAN, channels);
    }

    public Parameter variance() {
      return new Parameter(name + ".running_var", Role.VARIANCE, channels);
    }

    @Override
    public <T> T apply(Interpreter<T> interpreter, T input) {
      return interpreter.batchNorm(this, input);
    }

    @Override
    public List<Parameter> parameters() {
      return List.of(scale(), shift(), mean(), variance());
    }
  }

  /** {@code max(0, x)}. */
  record Relu() implements Layer {

    @Override
    public <T> T apply(Interpreter<T> interpreter, T input) {
      return interpreter.relu(input);
    }

    @Override
    public List<Parameter> parameters() {
      return List.of();
    }
  }

  /** The largest of each window. */
  record MaxPool(int kernel, int stride, int padding) implements Layer {

    @Override
    public <T> T apply(Interpreter<T> interpreter, T input) {
      return interpreter.maxPool(this, input);
    }

    @Override
    public List<Parameter> parameters() {
      return List.of();
    }
  }

  /** {@code branch(x) + shortcut(x)}; an empty shortcut is x itself. */
  record Residual(List<Layer> branch, List<Layer> shortcut) implements Layer {

    public Residual {
      branch = List.copyOf(branch);
      shortcut = List.copyOf(shortcut);
    }

    @Override
    public <T> T apply(Interpreter<T> interpreter, T input) {
      T first = NetworkSpec.applyAll(branch, interpreter, input);
      return interpreter.add(first, NetworkSpec.applyAll(shortcut, interpreter, input));
    }

    @Override
    public List<Parameter> parameters() {
      return Stream.concat(branch.stream(), shortcut.stream())
          .flatMap(layer -> layer.parameters().stream())
          .toList();
    }
  }

  /** The mean of each channel: a map becomes a vector. */
  record GlobalAveragePool() implements Layer {

    @Override
    public <T> T apply(Interpreter<T> interpreter, T input) {
      return interpreter.globalAveragePool(input);
    }

    @Override
    public List<Parameter> parameters() {
      return List.of();
    }
  }

  /**
   * Reads a map as tokens, one for each cell, puts a class token before them, and gives what
   * becomes of that one in a transformer encoder: a vector of the same width. Normalisation follows
   * each sum, and the position is added to queries and keys in every block, as GazeTR does.
   */
  record ClassTokenEncoder(String name, int width, int cells, int blocks, int heads, int hidden)
      implements Layer {

    public ClassTokenEncoder {
      if (width % heads != 0) {
        throw new IllegalArgumentException(
            "a width of %d is not divisible by %d attention heads".formatted(width, heads));
      }
    }

    /** The cells, and the class token. */
    public int tokens() {
      return cells + 1;
    }

    public Parameter classToken() {
      return new Parameter("cls_token", Role.EMBEDDING, 1, 1, width);
    }

    public Parameter position() {
      return new Parameter("pos_embedding.weight", Role.EMBEDDING, tokens(), width);
    }

    /** One of the blocks, from 0. */
    public EncoderBlock block(int index) {
      return new EncoderBlock("%s.layers.%d".formatted(name, index), width, hidden);
    }

    public Parameter normScale() {
      return new Parameter(name + ".norm.weight", Role.SCALE, width);
    }

    public Parameter normShift() {
      return new Parameter(name + ".norm.bias", Role.BIAS, width);
    }

    @Override
    public <T> T apply(Interpreter<T> interpreter, T input) {
      return interpreter.classTokenEncoder(this, input);
    }

    @Override
    public List<Parameter> parameters() {
      List<Parameter> all = new ArrayList<>(List.of(classToken(), position()));
      for (int i = 0; i < blocks; i++) {
        all.addAll(block(i).parameters());
      }
      all.add(normScale());
      all.add(normShift());
      return List.copyOf(all);
    }
  }
}
