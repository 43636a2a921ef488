package io.gazeshift.ingest.tflite;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of the FlatBuffers format, whose fields are known by their place in the schema. Content
 * that is cut off or damaged ends in a {@link RuntimeException}, never in a read outside of it.
 */
final class FlatTable {

  private final ByteBuffer data;
  private final int at;
  private final int fields;

  private FlatTable(ByteBuffer data, int at) {
    this.data = data;
    this.at = at;
    this.fields = at - data.getInt(at);
  }

  /** The table that the content starts from, of a file that bears this mark. */
  static FlatTable root(byte[] content, String mark) {
    ByteBuffer data = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    byte[] found = new byte[mark.length()];
    data.get(Integer.BYTES, found);
    if (!new String(found, UTF_8).equals(mark)) {
      throw new UnsupportedNetworkException("it is not a .tflite file");
    }
    return new FlatTable(data, data.getInt(0));
  }

  int number(int field, int otherwise) {
    int where = where(field);
    return where == 0 ? otherwise : data.getInt(where);
  }

  /** Of a field of one byte; 0 where it is not given. */
  int small(int field) {
    int where = where(field);
    return where == 0 ? 0 : data.get(where);
  }

  FlatTable table(int field) {
    return new FlatTable(data, target(where(field)));
  }

  boolean has(int field) {
    return where(field) != 0;
  }

  List<FlatTable> tables(int field) {
    ByteBuffer offsets = vector(field, Integer.BYTES);
    List<FlatTable> tables = new ArrayList<>();
    for (int i = offsets.position(); i < offsets.limit(); i += Integer.BYTES) {
      tables.add(new FlatTable(data, target(i)));
    }
    return tables;
  }

  List<Integer> numbers(int field) {
    ByteBuffer vector = vector(field, Integer.BYTES);
    List<Integer> numbers = new ArrayList<>();
    while (vector.hasRemaining()) {
      numbers.add(vector.getInt());
    }
    return numbers;
  }

  String text(int field) {
    return UTF_8.decode(vector(field, 1)).toString();
  }

  /** A vector's elements, in the order of bytes of the file; empty where it is not given. */
  ByteBuffer vector(int field, int elementBytes) {
    int where = where(field);
    ByteBuffer view = data.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    if (where == 0) {
      return view.limit(0);
    }
    int start = target(where);
    int bytes = Math.multiplyExact(data.getInt(start), elementBytes);
    return view.limit(Math.addExact(start + Integer.BYTES, bytes)).position(start + Integer.BYTES);
  }

  private int where(int field) {
    int entry = Short.BYTES * (2 + field);
    int length = Short.toUnsignedInt(data.getShort(fields));
    int offset = entry < length ? Short.toUnsignedInt(data.getShort(fields + entry)) : 0;
    return offset == 0 ? 0 : at + offset;
  }

  private int target(int where) {
    return where + data.getInt(where);
  }
}
