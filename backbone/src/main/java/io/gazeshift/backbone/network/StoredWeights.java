package io.gazeshift.backbone.network;

import io.gazeshift.common.UserError;
import io.gazeshift.glsge.data.Safetensors;
import io.gazeshift.glsge.data.SafetensorsException;

/**
 * Weights from a safetensors file, by PyTorch's names for them: a {@code state_dict} of torchvision
 * fits. What else is in the file is left alone.
 */
public final class StoredWeights implements Weights {

  private final Safetensors file;

  public StoredWeights(Safetensors file) {
    this.file = file;
  }

  @Override
  public float[] of(Parameter parameter) {
    try {
      return file.tensor(parameter.name()).requireShape(parameter.dimensions()).floats();
    } catch (SafetensorsException e) {
      throw new UserError(e.getMessage(), e);
    }
  }
}
