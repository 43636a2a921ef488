package io.gazeshift.ingest.tflite;

import com.google.flatbuffers.FlatBufferBuilder;
import com.google.flatbuffers.FlexBuffersBuilder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Writes .tflite files of a few operators. Tensors are known by the number they were added as. */
final class TfliteFile {

  private static final int CUSTOM = 32;

  private final FlatBufferBuilder file = new FlatBufferBuilder();
  private final List<Integer> buffers = new ArrayList<>();
  private final List<Integer> tensors = new ArrayList<>();
  private final List<Integer> codes = new ArrayList<>();
  private final List<Integer> steps = new ArrayList<>();

  TfliteFile() {
    // By convention the first buffer is the one of tensors that hold nothing.
    buffer(new byte[0]);
  }

  /** A tensor that is computed or given. */
  int tensor(int... shape) {
    return typedTensor(0, 0, shape);
  }

  int floats(float[] values, int... shape) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return typedTensor(0, buffer(bytes.array()), shape);
  }

  int integers(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(values);
    return typedTensor(2, buffer(bytes.array()), values.length);
  }

  private int buffer(byte[] content) {
    int data = file.createByteVector(content);
    file.startTable(1);
    file.addOffset(0, data, 0);
    buffers.add(file.endTable());
    return buffers.size() - 1;
  }

  private int typedTensor(int type, int buffer, int... shape) {
    int sizes = vector(shape);
    int name = file.createString("tensor" + tensors.size());
    file.startTable(4);
    file.addOffset(0, sizes, 0);
    file.addByte(1, (byte) type, 0);
    file.addInt(2, buffer, 0);
    file.addOffset(3, name, 0);
    tensors.add(file.endTable());
    return tensors.size() - 1;
  }

  /** An operator of TensorFlow Lite's, with the first of its options. */
  void step(int operator, int option, int output, int... inputs) {
    file.startTable(4);
    file.addByte(0, (byte) operator, 0);
    codes.add(file.endTable());
    file.startTable(1);
    file.addInt(0, option, 0);
    int options = file.endTable();
    add(output, inputs, () -> file.addOffset(4, options, 0));
  }

  /** An operator of MediaPipe's. */
  void custom(
      String name, int version, Consumer<FlexBuffersBuilder> options, int output, int... inputs) {
    int text = file.createString(name);
    file.startTable(4);
    file.addByte(0, (byte) CUSTOM, 0);
    file.addOffset(1, text, 0);
    file.addInt(2, version, 1);
    codes.add(file.endTable());
    FlexBuffersBuilder written = new FlexBuffersBuilder();
    int map = written.startMap();
    options.accept(written);
    written.endMap(null, map);
    ByteBuffer finished = written.finish();
    byte[] bytes = new byte[finished.remaining()];
    finished.get(bytes);
    int vector = file.createByteVector(bytes);
    add(output, inputs, () -> file.addOffset(5, vector, 0));
  }

  private void add(int output, int[] inputs, Runnable options) {
    int reads = vector(inputs);
    int writes = vector(output);
    file.startTable(6);
    file.addInt(0, codes.size() - 1, 0);
    file.addOffset(1, reads, 0);
    file.addOffset(2, writes, 0);
    options.run();
    steps.add(file.endTable());
  }

  TfliteGraph graph(List<Integer> inputs, int... outputs) {
    int reads = vector(ints(inputs));
    int writes = vector(outputs);
    int tensorVector = file.createVectorOfTables(ints(tensors));
    int stepVector = file.createVectorOfTables(ints(steps));
    file.startTable(4);
    file.addOffset(0, tensorVector, 0);
    file.addOffset(1, reads, 0);
    file.addOffset(2, writes, 0);
    file.addOffset(3, stepVector, 0);
    int graphs = file.createVectorOfTables(new int[] {file.endTable()});
    int codeVector = file.createVectorOfTables(ints(codes));
    int bufferVector = file.createVectorOfTables(ints(buffers));
    file.startTable(5);
    file.addOffset(1, codeVector, 0);
    file.addOffset(2, graphs, 0);
    file.addOffset(4, bufferVector, 0);
    file.finish(file.endTable(), "TFL3");
    return new TfliteGraph(file.sizedByteArray());
  }

  private int vector(int... values) {
    file.startVector(4, values.length, 4);
    IntStream.iterate(values.length - 1, i -> i >= 0, i -> i - 1)
        .forEach(i -> file.addInt(values[i]));
    return file.endVector();
  }

  private static int[] ints(List<Integer> values) {
    return values.stream().mapToInt(Integer::intValue).toArray();
  }
}
