package io.gazeshift.backbone.pretrain;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.convolutional.Conv2d;
import ai.djl.nn.norm.BatchNorm;
import ai.djl.nn.pooling.Pool;
import io.gazeshift.backbone.network.Interpreter;
import io.gazeshift.backbone.network.Layer;
import io.gazeshift.backbone.network.Parameter;
import java.util.function.Function;

/** Runs a network in PyTorch; what it gives lives as long as the images it is given. */
final class TorchNetwork implements Interpreter<NDArray> {

  private static final int CHANNEL_AXIS = 1;
  private static final float KEPT_OF_MEANS = 0.9f;
  private static final Shape UNDILATED = new Shape(1, 1);

  private final Function<Parameter, NDArray> weights;
  private final boolean training;

  /**
   * @param training whether batches are normalised by their own moments, which are remembered, and
   *     not by the remembered ones
   */
  TorchNetwork(Function<Parameter, NDArray> weights, boolean training) {
    this.weights = weights;
    this.training = training;
  }

  @Override
  public NDArray conv(Layer.Conv layer, NDArray x) {
    return Conv2d.conv2d(
            x,
            weights.apply(layer.weight()),
            layer.bias().map(weights).orElse(null),
            square(layer.stride()),
            square(layer.padding()),
            UNDILATED,
            1)
        .singletonOrThrow();
  }

  @Override
  public NDArray batchNorm(Layer.BatchNorm layer, NDArray x) {
    return BatchNorm.batchNorm(
            x,
            weights.apply(layer.mean()),
            weights.apply(layer.variance()),
            weights.apply(layer.scale()),
            weights.apply(layer.shift()),
            CHANNEL_AXIS,
            KEPT_OF_MEANS,
            Layer.BatchNorm.EPSILON,
            training)
        .singletonOrThrow();
  }

  @Override
  public NDArray relu(NDArray x) {
    return Activation.relu(x);
  }

  @Override
  public NDArray maxPool(Layer.MaxPool layer, NDArray x) {
    return Pool.maxPool2d(
        x, square(layer.kernel()), square(layer.stride()), square(layer.padding()), false);
  }

  @Override
  public NDArray add(NDArray first, NDArray second) {
    return first.add(second);
  }

  @Override
  public NDArray globalAveragePool(NDArray x) {
    return Pool.globalAvgPool2d(x);
  }

  @Override
  public NDArray classTokenEncoder(Layer.ClassTokenEncoder layer, NDArray x) {
    throw new UnsupportedOperationException(
        "training transformers is not supported; use a convolutional architecture");
  }

  private static Shape square(int side) {
    return new Shape(side, side);
  }
}
