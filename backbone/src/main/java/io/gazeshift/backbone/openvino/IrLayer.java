package io.gazeshift.backbone.openvino;

import io.gazeshift.common.UserError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A layer of an OpenVINO network.
 *
 * @param attributes what the file says of it, by name
 * @param inputs the ids of the layers it takes, in order
 * @param shape that of its one output; empty where it has none
 */
record IrLayer(
    String id,
    String name,
    Kind kind,
    Map<String, String> attributes,
    List<String> inputs,
    List<Long> shape) {

  /** What a layer does, and which edition of the operator says how. */
  record Kind(String type, String version) {}

  IrLayer {
    attributes = Map.copyOf(attributes);
    inputs = List.copyOf(inputs);
    shape = List.copyOf(shape);
  }

  String type() {
    return kind.type();
  }

  /** The id of the layer it takes at this place. */
  String input(int index) {
    if (index >= inputs.size()) {
      throw unusable("has %d inputs, expected at least %d".formatted(inputs.size(), index + 1));
    }
    return inputs.get(index);
  }

  String attribute(String key) {
    String value = attributes.get(key);
    if (value == null) {
      throw unusable("lacks the attribute '%s'".formatted(key));
    }
    return value;
  }

  /** An attribute that need not be there. */
  String attribute(String key, String otherwise) {
    return attributes.getOrDefault(key, otherwise);
  }

  long number(String key) {
    List<Long> numbers = numbers(key);
    if (numbers.size() != 1) {
      throw unusable("has %s=\"%s\", expected one number".formatted(key, attribute(key)));
    }
    return numbers.get(0);
  }

  /** Numbers with commas between them, perhaps none. */
  List<Long> numbers(String key) {
    List<Long> numbers = new ArrayList<>();
    String text = attribute(key).strip();
    if (text.isEmpty()) {
      return numbers;
    }
    for (String number : text.split(",", -1)) {
      try {
        numbers.add(Long.parseLong(number.strip()));
      } catch (NumberFormatException e) {
        throw unusable("has %s=\"%s\", which is not a list of numbers".formatted(key, text));
      }
    }
    return numbers;
  }

  /** An error about this layer. */
  UserError unusable(String problem) {
    return new UserError(
        "layer '%s' (%s, %s) %s; the supported network is the one of '%s'"
            .formatted(name, kind.type(), kind.version(), problem, GazeNetworkFiles.FETCH_COMMAND));
  }
}
