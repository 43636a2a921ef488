package io.gazeshift.backbone.network;

import io.gazeshift.backbone.network.Layer.BatchNorm;
import io.gazeshift.backbone.network.Layer.ClassTokenEncoder;
import io.gazeshift.backbone.network.Layer.Conv;
import io.gazeshift.backbone.network.Layer.GlobalAveragePool;
import io.gazeshift.backbone.network.Layer.Relu;
import io.gazeshift.backbone.network.ResNet.Block;
import java.util.ArrayList;
import java.util.List;

/** The backbones of the paper, and a small one. */
public enum Architecture {
  /** A ResNet of 10 layers, a quarter as wide as theirs, for a CPU; 128 features. */
  SMALL {
    @Override
    public NetworkSpec spec(int inputSize) {
      return pooled("small", inputSize, ResNet.layers("", Block.BASIC, SMALL_WIDTH, 1, 1, 1, 1));
    }
  },
  /** 512 features. */
  RESNET18 {
    @Override
    public NetworkSpec spec(int inputSize) {
      return pooled("resnet18", inputSize, ResNet.layers("", Block.BASIC, WIDTH, 2, 2, 2, 2));
    }
  },
  /** 2048 features. */
  RESNET50 {
    @Override
    public NetworkSpec spec(int inputSize) {
      return pooled("resnet50", inputSize, ResNet.layers("", Block.BOTTLENECK, WIDTH, 3, 4, 6, 3));
    }
  },
  /** A ResNet-18 whose last map is read by a transformer encoder, as GazeTR does; 32 features. */
  GAZETR {
    @Override
    public NetworkSpec spec(int inputSize) {
      return hybrid("gazetr", inputSize, WIDTH, new int[] {2, 2, 2, 2}, 32, 6, 8, 512);
    }
  };

  private static final int WIDTH = 64;
  private static final int SMALL_WIDTH = 16;

  /** The network for square images of so many pixels; 224 in the paper. */
  public abstract NetworkSpec spec(int inputSize);

  static NetworkSpec pooled(String name, int inputSize, List<Layer> layers) {
    List<Layer> all = new ArrayList<>(layers);
    all.add(new GlobalAveragePool());
    return new NetworkSpec(name, inputSize, all);
  }

  static NetworkSpec hybrid(
      String name,
      int inputSize,
      int width,
      int[] depths,
      int tokenWidth,
      int blocks,
      int heads,
      int hidden) {
    String prefix = "base_model.";
    List<Layer> all = new ArrayList<>(ResNet.layers(prefix, Block.BASIC, width, depths));
    int channels = ResNet.channels(Block.BASIC, width, depths);
    all.add(new Conv(prefix + "conv.0", channels, tokenWidth, 1, 1, 0, true));
    all.add(new BatchNorm(prefix + "conv.1", tokenWidth));
    all.add(new Relu());
    MapShape map =
        NetworkSpec.applyAll(
            all, new MapShape.Follower(), new MapShape(NetworkSpec.IMAGE_CHANNELS, inputSize));
    all.add(
        new ClassTokenEncoder(
            "encoder", tokenWidth, map.side() * map.side(), blocks, heads, hidden));
    return new NetworkSpec(name, inputSize, all);
  }
}
