package io.gazeshift.ingest.tflite;

import com.google.flatbuffers.FlexBuffers;
import java.nio.ByteBuffer;

/** The options of a custom operator, by name; they are written in the FlexBuffers format. */
final class CustomOptions {

  private final FlexBuffers.Map options;

  private CustomOptions(FlexBuffers.Map options) {
    this.options = options;
  }

  static CustomOptions of(ByteBuffer content) {
    byte[] bytes = new byte[content.remaining()];
    content.duplicate().get(bytes);
    try {
      FlexBuffers.Reference root = FlexBuffers.getRoot(ByteBuffer.wrap(bytes));
      if (!root.isMap()) {
        throw new UnsupportedNetworkException("a custom operator has no options");
      }
      return new CustomOptions(root.asMap());
    } catch (FlexBuffers.FlexBufferException e) {
      throw new UnsupportedNetworkException("the options of a custom operator are damaged");
    }
  }

  int integer(String name) {
    return given(name).asInt();
  }

  float number(String name) {
    return (float) given(name).asFloat();
  }

  long[] integers(String name) {
    FlexBuffers.Vector values = given(name).asVector();
    long[] numbers = new long[values.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = values.get(i).asLong();
    }
    return numbers;
  }

  private FlexBuffers.Reference given(String name) {
    FlexBuffers.Reference value = options.get(name);
    if (value.isNull()) {
      throw new UnsupportedNetworkException("a custom operator has no option " + name);
    }
    return value;
  }
}
