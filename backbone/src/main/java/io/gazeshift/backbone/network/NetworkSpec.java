package io.gazeshift.backbone.network;

import java.util.List;

/**
 * A backbone as data: layers that turn an image of 3 channels into a vector of features. Layers
 * that do not fit each other cannot be put into one.
 */
public record NetworkSpec(String name, int inputSize, List<Layer> layers) {

  static final int IMAGE_CHANNELS = 3;

  public NetworkSpec {
    layers = List.copyOf(layers);
    MapShape last =
        applyAll(layers, new MapShape.Follower(), new MapShape(IMAGE_CHANNELS, inputSize));
    if (last.side() != 1) {
      throw new IllegalArgumentException(
          "%s ends with %s, but a backbone must end with a vector".formatted(name, last));
    }
  }

  /** Builds the network out of an image. */
  public <T> T apply(Interpreter<T> interpreter, T image) {
    return applyAll(layers, interpreter, image);
  }

  /** The length of the feature vector. */
  public int features() {
    return apply(new MapShape.Follower(), new MapShape(IMAGE_CHANNELS, inputSize)).channels();
  }

  /** Every weight, in the order of the layers. */
  public List<Parameter> parameters() {
    return layers.stream().flatMap(layer -> layer.parameters().stream()).toList();
  }

  static <T> T applyAll(List<Layer> layers, Interpreter<T> interpreter, T input) {
    T value = input;
    for (Layer layer : layers) {
      value = layer.apply(interpreter, value);
    }
    return value;
  }
}
