package io.gazeshift.backbone.network;

import io.gazeshift.backbone.network.Layer.BatchNorm;
import io.gazeshift.backbone.network.Layer.Conv;
import io.gazeshift.backbone.network.Layer.MaxPool;
import io.gazeshift.backbone.network.Layer.Relu;
import io.gazeshift.backbone.network.Layer.Residual;
import java.util.ArrayList;
import java.util.List;

/**
 * Residual networks as torchvision builds and names them: a 7 x 7 convolution, a pool, and four
 * stages of blocks, each stage after the first at half the side and twice the width.
 */
final class ResNet {

  /** The two kinds of blocks. */
  enum Block {
    /** Two convolutions of 3 x 3. */
    BASIC(1),
    /** 1 x 1, 3 x 3, 1 x 1, the last one four times as wide. */
    BOTTLENECK(4);

    private final int expansion;

    Block(int expansion) {
      this.expansion = expansion;
    }
  }

  private final String prefix;
  private final Block block;
  private final List<Layer> layers = new ArrayList<>();
  private int channels;

  private ResNet(String prefix, Block block) {
    this.prefix = prefix;
    this.block = block;
  }

  /**
   * The layers up to the last map.
   *
   * @param prefix goes before the name of every weight
   * @param width the channels of the first stage, 64 in the networks of the paper
   * @param depths how many blocks each stage has
   */
  static List<Layer> layers(String prefix, Block block, int width, int... depths) {
    ResNet net = new ResNet(prefix, block);
    net.stem(width);
    for (int stage = 0; stage < depths.length; stage++) {
      net.stage(stage + 1, width << stage, depths[stage], stage == 0 ? 1 : 2);
    }
    return net.layers;
  }

  /** The channels of the last map. */
  static int channels(Block block, int width, int... depths) {
    return (width << (depths.length - 1)) * block.expansion;
  }

  private void stem(int width) {
    layers.add(new Conv(prefix + "conv1", NetworkSpec.IMAGE_CHANNELS, width, 7, 2, 3));
    layers.add(new BatchNorm(prefix + "bn1", width));
    layers.add(new Relu());
    layers.add(new MaxPool(3, 2, 1));
    channels = width;
  }

  private void stage(int number, int width, int depth, int firstStride) {
    for (int i = 0; i < depth; i++) {
      String name = "%slayer%d.%d.".formatted(prefix, number, i);
      int stride = i == 0 ? firstStride : 1;
      int outputs = width * block.expansion;
      layers.add(
          new Residual(
              block == Block.BASIC ? basic(name, width, stride) : bottleneck(name, width, stride),
              shortcut(name, outputs, stride)));
      layers.add(new Relu());
      channels = outputs;
    }
  }

  private List<Layer> basic(String name, int width, int stride) {
    return List.of(
        new Conv(name + "conv1", channels, width, 3, stride, 1),
        new BatchNorm(name + "bn1", width),
        new Relu(),
        new Conv(name + "conv2", width, width, 3, 1, 1),
        new BatchNorm(name + "bn2", width));
  }

  private List<Layer> bottleneck(String name, int width, int stride) {
    int outputs = width * block.expansion;
    return List.of(
        new Conv(name + "conv1", channels, width, 1, 1, 0),
        new BatchNorm(name + "bn1", width),
        new Relu(),
        new Conv(name + "conv2", width, width, 3, stride, 1),
        new BatchNorm(name + "bn2", width),
        new Relu(),
        new Conv(name + "conv3", width, outputs, 1, 1, 0),
        new BatchNorm(name + "bn3", outputs));
  }

  private List<Layer> shortcut(String name, int outputs, int stride) {
    if (stride == 1 && channels == outputs) {
      return List.of();
    }
    return List.of(
        new Conv(name + "downsample.0", channels, outputs, 1, stride, 0),
        new BatchNorm(name + "downsample.1", outputs));
  }
}
