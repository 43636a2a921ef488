package io.gazeshift.backbone.network;

import io.gazeshift.backbone.network.Parameter.Role;
import java.util.List;

/** The weights of one block of a transformer encoder, by PyTorch's names for them. */
public record EncoderBlock(String name, int width, int hidden) {

  /** Queries, keys and values below each other. */
  public Parameter projection() {
    return new Parameter(name + ".self_attn.in_proj_weight", Role.WEIGHT, 3 * width, width);
  }

  public Parameter projectionBias() {
    return new Parameter(name + ".self_attn.in_proj_bias", Role.BIAS, 3 * width);
  }

  public Parameter output() {
    return new Parameter(name + ".self_attn.out_proj.weight", Role.WEIGHT, width, width);
  }

  public Parameter outputBias() {
    return new Parameter(name + ".self_attn.out_proj.bias", Role.BIAS, width);
  }

  public Parameter widening() {
    return new Parameter(name + ".linear1.weight", Role.WEIGHT, hidden, width);
  }

  public Parameter wideningBias() {
    return new Parameter(name + ".linear1.bias", Role.BIAS, hidden);
  }

  public Parameter narrowing() {
    return new Parameter(name + ".linear2.weight", Role.WEIGHT, width, hidden);
  }

  public Parameter narrowingBias() {
    return new Parameter(name + ".linear2.bias", Role.BIAS, width);
  }

  /** Of the first or the second normalisation. */
  public Parameter normScale(int which) {
    return new Parameter("%s.norm%d.weight".formatted(name, which), Role.SCALE, width);
  }

  /** Of the first or the second normalisation. */
  public Parameter normShift(int which) {
    return new Parameter("%s.norm%d.bias".formatted(name, which), Role.BIAS, width);
  }

  public List<Parameter> parameters() {
    return List.of(
        projection(),
        projectionBias(),
        output(),
        outputBias(),
        widening(),
        wideningBias(),
        narrowing(),
        narrowingBias(),
        normScale(1),
        normShift(1),
        normScale(2),
        normShift(2));
  }
}
