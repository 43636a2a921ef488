package io.gazeshift.glsge.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gazeshift.glsge.data.SafetensorsException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SafetensorsTest {

  @TempDir Path directory;

  @Test
  void everyTypeComesBackFromAMappedFileAsItWasWritten() throws IOException {
    Path file = directory.resolve("all.safetensors");
    new SafetensorsWriter()
        .metadata("made_by", "a test, with \"quotes\" and ü")
        .u8("bytes", new byte[] {0, -1, 7}, 3)
        .f16("halves", new float[] {0.5f, -2, 65504, 0}, 2, 2)
        .f32("floats", new float[] {1.5f, Float.MIN_VALUE, -3e38f}, 1, 3)
        .f64("doubles", new double[] {Math.PI, -0.0}, 2)
        .i64("longs", new long[] {Long.MIN_VALUE, 42}, 2)
        .i32("ints", new int[] {Integer.MIN_VALUE, 7, -1}, 3)
        .f32("scalar", new float[] {9})
        .f32("nothing", new float[0], 0, 5)
        .write(file);

    Safetensors read = Safetensors.read(file);

    assertThat(read.metadata()).containsOnly(Map.entry("made_by", "a test, with \"quotes\" and ü"));
    assertThat(read.names())
        .containsExactlyInAnyOrder(
            "bytes", "halves", "floats", "doubles", "longs", "ints", "scalar", "nothing");
    assertThat(read.tensor("bytes").bytes()).containsExactly(0, -1, 7);
    assertThat(read.tensor("halves").floats()).containsExactly(0.5f, -2, 65504, 0);
    assertThat(read.tensor("halves").shape()).containsExactly(2, 2);
    assertThat(read.tensor("floats").floats()).containsExactly(1.5f, Float.MIN_VALUE, -3e38f);
    assertThat(read.tensor("doubles").doubles()).containsExactly(Math.PI, -0.0);
    assertThat(read.tensor("longs").longs()).containsExactly(Long.MIN_VALUE, 42);
    assertThat(read.tensor("ints").longs()).containsExactly(Integer.MIN_VALUE, 7, -1);
    assertThat(read.tensor("scalar").shape()).isEmpty();
    assertThat(read.tensor("nothing").size()).isZero();
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).containsExactly(file);
    }
  }

  @Test
  void aPartOfATensorCanBeCopied() {
    Safetensors read =
        Safetensors.read(
            new SafetensorsWriter()
                .f32("a", new float[] {1, 2, 3, 4}, 2, 2)
                .f16("b", new float[] {5, 6, 7, 8}, 4)
                .toBytes(),
            "memory");
    float[] target = new float[4];

    read.tensor("a").copyFloats(1, target, 0, 2);
    read.tensor("b").copyFloats(2, target, 2, 2);

    assertThat(target).containsExactly(2, 3, 7, 8);
  }

  @Test
  void equalContentsGiveEqualBytesWithAlignedData() {
    byte[] one = sample().toBytes();

    assertThat(sample().toBytes()).isEqualTo(one);
    assertThat(ByteBuffer.wrap(one).order(ByteOrder.LITTLE_ENDIAN).getLong() % 8).isZero();
  }

  @Test
  void everyTruncationIsRejected() {
    byte[] whole = sample().toBytes();
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> Safetensors.read(cut, "cut"))
          .as("%d of %d bytes", length, whole.length)
          .isInstanceOf(SafetensorsException.class)
          .hasMessageStartingWith("cut: ")
          .extracting(e -> ((SafetensorsException) e).reason())
          .isEqualTo(Reason.TRUNCATED);
    }
  }

  @Test
  void randomDamageIsReadOrRejectedButNeverAnythingElse() {
    Random random = new Random(4);
    byte[] whole = sample().toBytes();
    for (int n = 0; n < 5000; n++) {
      byte[] damaged = whole.clone();
      for (int i = 0; i <= n % 3; i++) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      try {
        Safetensors read = Safetensors.read(damaged, "damaged");
        read.names().forEach(name -> assertThat(read.tensor(name).toString()).isNotEmpty());
      } catch (SafetensorsException rejected) {
        assertThat(rejected).hasMessageStartingWith("damaged: ");
      }
    }
  }

  static Stream<Arguments> badHeaders() {
    String ok = "{'dtype':'F32','shape':[2],'data_offsets':[0,8]}";
    return Stream.of(
        Arguments.of("[]", 0, Reason.BAD_HEADER, "is not a JSON object"),
        Arguments.of("{'a':", 0, Reason.BAD_HEADER, "is not valid JSON"),
        Arguments.of("{} x", 0, Reason.BAD_HEADER, "is not valid JSON"),
        Arguments.of("{'a':" + ok + ",'a':" + ok + "}", 8, Reason.BAD_HEADER, "Duplicate"),
        Arguments.of("{'__metadata__':{'k':1}}", 0, Reason.BAD_HEADER, "'k' that is not a string"),
        Arguments.of("{'__metadata__':7}", 0, Reason.BAD_HEADER, "not an object"),
        Arguments.of("{'a':5}", 0, Reason.BAD_HEADER, "with the type"),
        Arguments.of(
            "{'a':{'dtype':'BF16','shape':[4],'data_offsets':[0,8]}}",
            8,
            Reason.BAD_HEADER,
            "tensor 'a' with the type \"BF16\"; supported are [F64, I64, F32, I32, F16, U8]"),
        Arguments.of(
            "{'a':{'dtype':'F32','shape':[-2],'data_offsets':[0,8]}}",
            8,
            Reason.BAD_HEADER,
            "bad shape: -2"),
        Arguments.of(
            "{'a':{'dtype':'F32','shape':[2.0],'data_offsets':[0,8]}}",
            8,
            Reason.BAD_HEADER,
            "bad shape: 2.0"),
        Arguments.of(
            "{'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8,9]}}",
            8,
            Reason.BAD_HEADER,
            "3 data_offsets"),
        Arguments.of(
            "{'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8],'x':1}}",
            8,
            Reason.BAD_HEADER,
            "unknown field 'x'"),
        Arguments.of(
            "{'a':{'dtype':'F32','shape':[3],'data_offsets':[0,8]}}",
            8,
            Reason.BAD_OFFSETS,
            "spans bytes 0 to 8"),
        Arguments.of(
            "{'a':{'dtype':'F32','shape':[4294967296,4294967296],'data_offsets':[0,8]}}",
            8,
            Reason.BAD_OFFSETS,
            "does not fit its shape"),
        Arguments.of(
            "{'a':{'dtype':'F32','shape':[2],'data_offsets':[8,0]}}",
            8,
            Reason.BAD_OFFSETS,
            "spans bytes 8 to 0"),
        Arguments.of(
            "{'a':" + ok + ",'b':{'dtype':'F32','shape':[2],'data_offsets':[4,12]}}",
            12,
            Reason.BAD_OFFSETS,
            "tensor 'b' starts at byte 4 of the data, before the end of the one before it at 8"),
        Arguments.of(
            "{'a':" + ok + ",'b':{'dtype':'U8','shape':[1],'data_offsets':[9,10]}}",
            10,
            Reason.BAD_OFFSETS,
            "after the end"),
        Arguments.of("{'a':" + ok + "}", 9, Reason.BAD_OFFSETS, "only use 8"),
        Arguments.of("{'a':" + ok + "}", 7, Reason.TRUNCATED, "its tensors need 8"));
  }

  @ParameterizedTest
  @MethodSource("badHeaders")
  void aBadHeaderIsRejectedWithItsReason(String header, int data, Reason reason, String text) {
    byte[] bytes = file(header.replace('\'', '"'), data);

    SafetensorsException rejected =
        catchThrowableOfType(
            SafetensorsException.class, () -> Safetensors.read(bytes, "f.safetensors"));

    assertThat(rejected).hasMessageStartingWith("f.safetensors: ").hasMessageContaining(text);
    assertThat(rejected.reason()).isEqualTo(reason);
  }

  @Test
  void aHeaderLengthThatWouldEatAllMemoryIsRejectedBeforeItIsRead() {
    byte[] bytes = {-1, -1, -1, -1, -1, -1, -1, -1, '{', '}'};

    assertThatThrownBy(() -> Safetensors.read(bytes, "x"))
        .hasMessage(
            "x: says its header is 18446744073709551615 bytes long; not a safetensors file");
  }

  @Test
  void whatIsNotThereOrOfAnotherKindIsNamed() {
    Safetensors read = Safetensors.read(sample().toBytes(), "s");

    assertThatThrownBy(() -> read.tensor("nope"))
        .hasMessageStartingWith("s: has no tensor 'nope', only [");
    assertThatThrownBy(() -> read.requireMetadata("nope"))
        .hasMessageStartingWith("s: has no metadata 'nope'");
    assertThatThrownBy(() -> read.tensor("b").floats())
        .hasMessage("s: tensor 'b' has the type U8, expected F32 or F16");
    assertThatThrownBy(() -> read.tensor("w").longs())
        .hasMessage("s: tensor 'w' has the type F32, expected I64 or I32");
    assertThatThrownBy(() -> read.tensor("w").requireShape(-1, 4))
        .hasMessage("s: tensor 'w' has the shape [2, 3], expected [any, 4]");
    assertThatThrownBy(() -> Safetensors.read(directory.resolve("none")))
        .hasMessageEndingWith("none: the file does not exist");
  }

  @Test
  void theWriterRejectsAWrongCountAndATakenName() {
    assertThatThrownBy(() -> new SafetensorsWriter().f32("w", new float[5], 2, 3))
        .hasMessage("tensor 'w' of shape [2, 3] needs 6 numbers, got 5");
    assertThatThrownBy(() -> sample().f32("w", new float[1], 1))
        .hasMessage("tensor name 'w' is already used");
  }

  private static SafetensorsWriter sample() {
    return new SafetensorsWriter()
        .metadata("k", "v")
        .u8("b", new byte[] {1, 2, 3}, 3)
        .f32("w", new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
  }

  private static byte[] file(String header, int data) {
    byte[] json = header.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(8 + json.length + data)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(json.length)
        .put(json)
        .array();
  }
}
