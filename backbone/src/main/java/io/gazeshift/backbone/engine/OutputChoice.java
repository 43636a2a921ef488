package io.gazeshift.backbone.engine;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import io.gazeshift.backbone.input.BackboneInput;
import io.gazeshift.common.UserError;
import java.util.ArrayList;
import java.util.List;

/**
 * Which of a network's outputs holds the features: the one {@code backbone.json} names, or else the
 * only one. Outputs without names, as those of a TorchScript tuple, are called 0, 1, 2...
 */
record OutputChoice(String wanted, String source) {

  NDArray of(NDList outputs) {
    return outputs.get(index(names(outputs)));
  }

  /** The place of the wanted one among these names. */
  int index(List<String> names) {
    if (wanted == null && names.size() != 1) {
      throw new UserError(
          "%s: has the outputs %s; name the one with the features as \"output\" in %s"
              .formatted(source, names, BackboneInput.FILE_NAME));
    }
    int index = wanted == null ? 0 : names.indexOf(wanted);
    if (index < 0) {
      throw new UserError(
          "%s: has the outputs %s, but not the \"output\" '%s' named in %s"
              .formatted(source, names, wanted, BackboneInput.FILE_NAME));
    }
    return index;
  }

  private static List<String> names(NDList outputs) {
    List<String> names = new ArrayList<>(outputs.size());
    for (int i = 0; i < outputs.size(); i++) {
      String name = outputs.get(i).getName();
      names.add(name == null || name.isEmpty() ? Integer.toString(i) : name);
    }
    return names;
  }
}
