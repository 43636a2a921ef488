package io.gazeshift.glsge.data;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gazeshift.glsge.data.SafetensorsException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A safetensors file: eight bytes of header length, a JSON header, the raw numbers. As strict as
 * the reference reader: tensors cover the data exactly, in whatever order, with no gap or overlap.
 *
 * <p>Files are memory-mapped, so nothing is read before it is asked for. A file must not be cut
 * while it is in use: replace it by renaming, as {@link SafetensorsWriter} does.
 */
public final class Safetensors {

  /** The reference reader's limit, so that a wrong length cannot ask for all memory. */
  static final long MAX_HEADER_BYTES = 100_000_000;

  private static final String METADATA = "__metadata__";
  private static final Set<String> TENSOR_FIELDS = Set.of("dtype", "shape", "data_offsets");

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final String source;
  private final Map<String, String> metadata;
  private final Map<String, Tensor> tensors;

  private Safetensors(String source, Map<String, String> metadata, Map<String, Tensor> tensors) {
    this.source = source;
    this.metadata = metadata;
    this.tensors = tensors;
  }

  /** Maps a file. */
  public static Safetensors read(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return read(
          file.toString(),
          channel.size(),
          (position, length) -> channel.map(FileChannel.MapMode.READ_ONLY, position, length));
    } catch (NoSuchFileException e) {
      throw new SafetensorsException(Reason.UNREADABLE, file + ": the file does not exist", e);
    } catch (IOException e) {
      throw new SafetensorsException(
          Reason.UNREADABLE, "%s: cannot read the file: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** Reads bytes that are in memory already; {@code source} names them in messages. */
  public static Safetensors read(byte[] bytes, String source) {
    ByteBuffer all = ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    try {
      return read(
          source, bytes.length, (position, length) -> all.slice((int) position, (int) length));
    } catch (IOException e) {
      throw new IllegalStateException("reading from memory cannot fail", e);
    }
  }

  /** The string metadata; empty where the file has none. */
  public Map<String, String> metadata() {
    return metadata;
  }

  /** The metadata of this name, which must be there. */
  public String requireMetadata(String name) {
    String value = metadata.get(name);
    if (value == null) {
      throw new SafetensorsException(
          Reason.MISSING,
          "%s: has no metadata '%s', only %s".formatted(source, name, metadata.keySet()));
    }
    return value;
  }

  public Set<String> names() {
    return tensors.keySet();
  }

  /** The tensor of this name, which must be there. */
  public Tensor tensor(String name) {
    Tensor tensor = tensors.get(name);
    if (tensor == null) {
      throw new SafetensorsException(
          Reason.MISSING,
          "%s: has no tensor '%s', only %s".formatted(source, name, tensors.keySet()));
    }
    return tensor;
  }

  /** A window onto the file. */
  private interface Bytes {
    ByteBuffer at(long position, long length) throws IOException;
  }

  /** Where a tensor stands, relative to the end of the header. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared, never leaves this class.
  private record Extent(String name, TensorType type, long[] shape, long begin, long end) {}

  private static Safetensors read(String source, long size, Bytes bytes) throws IOException {
    long headerLength = headerLength(source, size, bytes);
    long dataStart = Long.BYTES + headerLength;
    JsonNode header = header(source, bytes.at(Long.BYTES, headerLength));

    Map<String, String> metadata = new LinkedHashMap<>();
    List<Extent> extents = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : header.properties()) {
      if (entry.getKey().equals(METADATA)) {
        readMetadata(source, entry.getValue(), metadata);
      } else {
        extents.add(extent(source, entry.getKey(), entry.getValue()));
      }
    }
    rejectGaps(source, extents, size - dataStart);

    Map<String, Tensor> tensors = new LinkedHashMap<>();
    for (Extent extent : extents) {
      ByteBuffer data = bytes.at(dataStart + extent.begin, extent.end - extent.begin);
      String label = "%s: tensor '%s'".formatted(source, extent.name);
      tensors.put(extent.name, new Tensor(label, extent.type, extent.shape, data));
    }
    return new Safetensors(source, Map.copyOf(metadata), tensors);
  }

  private static long headerLength(String source, long size, Bytes bytes) throws IOException {
    if (size < Long.BYTES) {
      throw new SafetensorsException(
          Reason.TRUNCATED,
          "%s: has only %d bytes, too few for a header length".formatted(source, size));
    }
    long length = bytes.at(0, Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).getLong();
    if (length < 2 || length > MAX_HEADER_BYTES) {
      throw new SafetensorsException(
          Reason.BAD_HEADER,
          "%s: says its header is %s bytes long; not a safetensors file"
              .formatted(source, Long.toUnsignedString(length)));
    }
    if (Long.BYTES + length > size) {
      throw new SafetensorsException(
          Reason.TRUNCATED,
          "%s: has %d bytes, but its header alone is %d long".formatted(source, size, length));
    }
    return length;
  }

  private static JsonNode header(String source, ByteBuffer bytes) {
    byte[] text = new byte[bytes.remaining()];
    bytes.get(text);
    try {
      JsonNode header = JSON.readTree(new String(text, StandardCharsets.UTF_8));
      if (!header.isObject()) {
        throw badHeader(source, "is not a JSON object", null);
      }
      return header;
    } catch (JsonProcessingException e) {
      throw badHeader(source, "is not valid JSON: " + e.getOriginalMessage(), e);
    }
  }

  private static void readMetadata(String source, JsonNode node, Map<String, String> metadata) {
    if (!node.isObject()) {
      throw badHeader(source, "has a __metadata__ that is not an object", null);
    }
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      if (!entry.getValue().isTextual()) {
        throw badHeader(
            source, "has metadata '%s' that is not a string".formatted(entry.getKey()), null);
      }
      metadata.put(entry.getKey(), entry.getValue().textValue());
    }
  }

  private static Extent extent(String source, String name, JsonNode node) {
    String what = "describes tensor '%s' ".formatted(name);
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      if (!TENSOR_FIELDS.contains(field.getKey())) {
        throw badHeader(source, what + "with the unknown field '" + field.getKey() + "'", null);
      }
    }
    TensorType type = type(source, what, node.path("dtype"));
    long[] shape = wholeNumbers(source, what + "with a bad shape: ", node.path("shape"));
    long[] offsets =
        wholeNumbers(source, what + "with bad data_offsets: ", node.path("data_offsets"));
    if (offsets.length != 2) {
      throw badHeader(
          source, what + "with %d data_offsets, needs 2".formatted(offsets.length), null);
    }
    long length = byteLength(shape, type);
    if (length < 0 || offsets[1] - offsets[0] != length) {
      throw badOffsets(
          source,
          name,
          "spans bytes %d to %d, which does not fit its shape and type"
              .formatted(offsets[0], offsets[1]));
    }
    if (length > Integer.MAX_VALUE) {
      throw badOffsets(
          source, name, "has %d bytes, more than the 2 GiB read at once".formatted(length));
    }
    return new Extent(name, type, shape, offsets[0], offsets[1]);
  }

  private static TensorType type(String source, String what, JsonNode node) {
    for (TensorType type : TensorType.values()) {
      if (type.name().equals(node.textValue())) {
        return type;
      }
    }
    throw badHeader(
        source,
        what + "with the type %s; supported are %s".formatted(node, List.of(TensorType.values())),
        null);
  }

  private static long[] wholeNumbers(String source, String what, JsonNode node) {
    if (!node.isArray()) {
      throw badHeader(source, what + "not an array", null);
    }
    long[] values = new long[node.size()];
    for (int i = 0; i < values.length; i++) {
      JsonNode number = node.get(i);
      if (!number.isIntegralNumber() || !number.canConvertToLong() || number.longValue() < 0) {
        throw badHeader(source, what + number, null);
      }
      values[i] = number.longValue();
    }
    return values;
  }

  /** Minus one where the product leaves a long. */
  private static long byteLength(long[] shape, TensorType type) {
    try {
      long length = type.bytes();
      for (long n : shape) {
        length = Math.multiplyExact(length, n);
      }
      return length;
    } catch (ArithmeticException e) {
      return -1;
    }
  }

  private static void rejectGaps(String source, List<Extent> extents, long dataLength) {
    List<Extent> sorted = new ArrayList<>(extents);
    sorted.sort(Comparator.comparingLong(Extent::begin).thenComparingLong(Extent::end));
    long expected = 0;
    for (Extent extent : sorted) {
      if (extent.begin != expected) {
        throw badOffsets(
            source,
            extent.name,
            "starts at byte %d of the data, %s the end of the one before it at %d"
                .formatted(extent.begin, extent.begin < expected ? "before" : "after", expected));
      }
      expected = extent.end;
    }
    if (expected > dataLength) {
      throw new SafetensorsException(
          Reason.TRUNCATED,
          "%s: has %d bytes of data, its tensors need %d".formatted(source, dataLength, expected));
    }
    if (expected < dataLength) {
      throw new SafetensorsException(
          Reason.BAD_OFFSETS,
          "%s: has %d bytes of data, its tensors only use %d"
              .formatted(source, dataLength, expected));
    }
  }

  private static SafetensorsException badHeader(String source, String what, Throwable cause) {
    return new SafetensorsException(
        Reason.BAD_HEADER, "%s: the header %s".formatted(source, what), cause);
  }

  private static SafetensorsException badOffsets(String source, String tensor, String what) {
    return new SafetensorsException(
        Reason.BAD_OFFSETS, "%s: tensor '%s' %s".formatted(source, tensor, what));
  }
}
