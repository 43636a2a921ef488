package io.gazeshift.backbone.openvino;

import java.util.HashMap;
import java.util.Map;

/** What a network is given for one face, and what its layers have computed from it so far. */
final class Inputs {

  private final Map<String, Numbers> parameters;
  private final Map<Integer, Numbers> computed = new HashMap<>();

  Inputs(Map<String, Numbers> parameters) {
    this.parameters = parameters;
  }

  Numbers given(String parameter) {
    return parameters.get(parameter);
  }

  Numbers known(IrWriter.Out layer) {
    Numbers known = computed.get(layer.layer());
    if (known == null) {
      known = layer.computation().apply(this);
      computed.put(layer.layer(), known);
    }
    return known;
  }
}
