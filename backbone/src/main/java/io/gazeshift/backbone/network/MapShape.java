package io.gazeshift.backbone.network;

/** What lies between two layers: a square map of channels. A vector is a map of side 1. */
public record MapShape(int channels, int side) {

  /** Follows shapes through a network and rejects layers that do not fit each other. */
  static final class Follower implements Interpreter<MapShape> {

    @Override
    public MapShape conv(Layer.Conv layer, MapShape input) {
      require(layer.name(), layer.inputs(), input.channels);
      return new MapShape(
          layer.outputs(), slid(input.side, layer.kernel(), layer.stride(), layer.padding()));
    }

    @Override
    public MapShape batchNorm(Layer.BatchNorm layer, MapShape input) {
      require(layer.name(), layer.channels(), input.channels);
      return input;
    }

    @Override
    public MapShape relu(MapShape input) {
      return input;
    }

    @Override
    public MapShape maxPool(Layer.MaxPool layer, MapShape input) {
      return new MapShape(
          input.channels, slid(input.side, layer.kernel(), layer.stride(), layer.padding()));
    }

    @Override
    public MapShape add(MapShape first, MapShape second) {
      if (!first.equals(second)) {
        throw new IllegalArgumentException(
            "a branch produces %s, but its shortcut %s".formatted(first, second));
      }
      return first;
    }

    @Override
    public MapShape globalAveragePool(MapShape input) {
      return new MapShape(input.channels, 1);
    }

    @Override
    public MapShape classTokenEncoder(Layer.ClassTokenEncoder layer, MapShape input) {
      require(layer.name(), layer.width(), input.channels);
      require(layer.name() + " (cells)", layer.cells(), input.side * input.side);
      return new MapShape(layer.width(), 1);
    }

    private static int slid(int side, int kernel, int stride, int padding) {
      int room = side + 2 * padding - kernel;
      if (room < 0) {
        throw new IllegalArgumentException(
            "a map of side %d is too small for a window of %d".formatted(side, kernel));
      }
      return room / stride + 1;
    }

    private static void require(String layer, int needed, int given) {
      if (needed != given) {
        throw new IllegalArgumentException(
            "%s expects %d inputs, but the layer before it produces %d"
                .formatted(layer, needed, given));
      }
    }
  }
}
