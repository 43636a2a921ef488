package io.gazeshift.glsge.data;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Collects tensors and writes them as one safetensors file. Equal contents give equal bytes; a file
 * appears under its name only when it is whole.
 */
public final class SafetensorsWriter {

  private static final JsonMapper JSON = new JsonMapper();
  private static final int ALIGNMENT = 8;

  @SuppressWarnings("ArrayRecordComponent") // Never compared, never leaves this class.
  private record Entry(String name, TensorType type, long[] shape, byte[] data) {}

  private final Map<String, String> metadata = new TreeMap<>();
  private final List<Entry> entries = new ArrayList<>();

  public SafetensorsWriter metadata(String name, String value) {
    metadata.put(name, value);
    return this;
  }

  public SafetensorsWriter f32(String name, float[] values, long... shape) {
    ByteBuffer data = room(TensorType.F32, values.length);
    data.asFloatBuffer().put(values);
    return add(name, TensorType.F32, values.length, data, shape);
  }

  /**
   * Rounds to the nearest half float; NaN stays NaN.
   *
   * @throws IllegalArgumentException if a number is beyond 65504, where half floats end
   */
  public SafetensorsWriter f16(String name, float[] values, long... shape) {
    ByteBuffer data = room(TensorType.F16, values.length);
    int width = shape.length == 0 ? 1 : Math.toIntExact(shape[shape.length - 1]);
    for (int i = 0; i < values.length; i++) {
      if (Math.abs(values[i]) > Half.MAX_VALUE) {
        throw new IllegalArgumentException(
            ("tensor '%s': number %d of row %d is %s, but half floats end at 65504; store"
                    + " it as F32")
                .formatted(name, i % width, i / width, values[i]));
      }
      data.putShort(i * Short.BYTES, Half.fromFloat(values[i]));
    }
    return add(name, TensorType.F16, values.length, data, shape);
  }

  public SafetensorsWriter f64(String name, double[] values, long... shape) {
    ByteBuffer data = room(TensorType.F64, values.length);
    data.asDoubleBuffer().put(values);
    return add(name, TensorType.F64, values.length, data, shape);
  }

  public SafetensorsWriter i64(String name, long[] values, long... shape) {
    ByteBuffer data = room(TensorType.I64, values.length);
    data.asLongBuffer().put(values);
    return add(name, TensorType.I64, values.length, data, shape);
  }

  public SafetensorsWriter i32(String name, int[] values, long... shape) {
    ByteBuffer data = room(TensorType.I32, values.length);
    data.asIntBuffer().put(values);
    return add(name, TensorType.I32, values.length, data, shape);
  }

  public SafetensorsWriter u8(String name, byte[] values, long... shape) {
    return add(name, TensorType.U8, values.length, ByteBuffer.wrap(values.clone()), shape);
  }

  /** The file's bytes, for what is small. */
  public byte[] toBytes() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** Writes the file beside its place first and renames it, so that no reader sees half of it. */
  public void write(Path file) throws IOException {
    // A temporary file in Java's sense would be readable by its owner alone.
    Path part = file.resolveSibling(".%s.%s.part".formatted(file.getFileName(), UUID.randomUUID()));
    try {
      try (OutputStream out = Files.newOutputStream(part)) {
        writeTo(out);
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private void writeTo(OutputStream out) throws IOException {
    // Wide elements first keep every tensor aligned to its own size without gaps.
    List<Entry> ordered = new ArrayList<>(entries);
    ordered.sort(Comparator.comparingInt((Entry e) -> -e.type.bytes()));
    byte[] header = header(ordered);
    out.write(
        ByteBuffer.allocate(Long.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(header.length)
            .array());
    out.write(header);
    for (Entry entry : ordered) {
      out.write(entry.data);
    }
  }

  private byte[] header(List<Entry> ordered) throws JsonProcessingException {
    ObjectNode root = JSON.createObjectNode();
    if (!metadata.isEmpty()) {
      ObjectNode strings = root.putObject("__metadata__");
      metadata.forEach(strings::put);
    }
    long offset = 0;
    for (Entry entry : ordered) {
      ObjectNode node = root.putObject(entry.name).put("dtype", entry.type.name());
      ArrayNode shape = node.putArray("shape");
      Arrays.stream(entry.shape).forEach(shape::add);
      node.putArray("data_offsets").add(offset).add(offset + entry.data.length);
      offset += entry.data.length;
    }
    byte[] json = JSON.writeValueAsString(root).getBytes(StandardCharsets.UTF_8);
    byte[] padded = Arrays.copyOf(json, (json.length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    Arrays.fill(padded, json.length, padded.length, (byte) ' ');
    return padded;
  }

  @SuppressWarnings("ByteBufferBackingArray") // All come from room() or wrap().
  private SafetensorsWriter add(
      String name, TensorType type, int count, ByteBuffer data, long... shape) {
    long product = Arrays.stream(shape).reduce(1, Math::multiplyExact);
    if (product != count) {
      throw new IllegalArgumentException(
          "tensor '%s' of shape %s needs %d numbers, got %d"
              .formatted(name, Arrays.toString(shape), product, count));
    }
    if (name.equals("__metadata__") || entries.stream().anyMatch(e -> e.name.equals(name))) {
      throw new IllegalArgumentException("tensor name '%s' is already used".formatted(name));
    }
    entries.add(new Entry(name, type, shape.clone(), data.array()));
    return this;
  }

  private static ByteBuffer room(TensorType type, int count) {
    return ByteBuffer.allocate(Math.multiplyExact(type.bytes(), count))
        .order(ByteOrder.LITTLE_ENDIAN);
  }
}
