package io.gazeshift.trials.harness;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Damages valid records, the same way for the same seed: half of them in their bytes, as a disk or
 * a foreign program would, half in their values, as an attacker who knows the contract would. No
 * record comes out as it went in. For one thread.
 */
public final class Mutator {

  private static final int LONG_TEXT = 20_000;
  private static final List<Double> NUMBERS =
      List.of(
          0.0,
          -1.0,
          Double.NaN,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          Double.MAX_VALUE,
          Double.MIN_VALUE,
          1e-30);
  private static final List<Long> INTEGERS =
      List.of(0L, -1L, 1L, (long) Integer.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 40);

  private final Random random;

  public Mutator(Random random) {
    this.random = random;
  }

  /** A damaged record; never null, perhaps empty. */
  public byte[] damaged(Message valid) {
    byte[] whole = RawRecord.encode(valid);
    byte[] damaged = whole;
    while (Arrays.equals(damaged, whole)) {
      damaged = random.nextBoolean() ? inBytes(whole) : RawRecord.encode(inWords(valid));
    }
    return damaged;
  }

  private byte[] inBytes(byte[] whole) {
    byte[] bytes = whole.clone();
    int at = random.nextInt(bytes.length);
    switch (random.nextInt(8)) {
      case 0 -> {
        for (int i = random.nextInt(8); i >= 0; i--) {
          bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
      }
      case 1 -> bytes = Arrays.copyOf(bytes, at);
      case 2 -> bytes = Arrays.copyOfRange(bytes, at, bytes.length);
      case 3 -> bytes = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(200));
      case 4 -> Arrays.fill(bytes, at, Math.min(bytes.length, at + 40), (byte) 0xff);
      case 5 -> Arrays.fill(bytes, at, Math.min(bytes.length, at + 40), (byte) 0);
      case 6 -> random.nextBytes(bytes);
      default -> {
        int from = random.nextInt(whole.length);
        int count = Math.min(20, whole.length - Math.max(from, at));
        System.arraycopy(whole, from, bytes, at, count);
      }
    }
    return bytes;
  }

  /** One field, somewhere in the tree, says something else or nothing. */
  private Message inWords(Message message) {
    List<FieldDescriptor> fields = message.getDescriptorForType().getFields();
    FieldDescriptor field = fields.get(random.nextInt(fields.size()));
    Message.Builder builder = message.toBuilder();
    if (random.nextInt(4) == 0) {
      return builder.clearField(field).build();
    }
    if (field.isRepeated()) {
      return inList(message, builder, field);
    }
    return builder.setField(field, other(field, message.getField(field))).build();
  }

  private Message inList(Message message, Message.Builder builder, FieldDescriptor field) {
    int count = message.getRepeatedFieldCount(field);
    if (count == 0) {
      return message;
    }
    int at = random.nextInt(count);
    Object other = other(field, message.getRepeatedField(field, at));
    return random.nextBoolean()
        ? builder.setRepeatedField(field, at, other).build()
        : builder.addRepeatedField(field, other).build();
  }

  private Object other(FieldDescriptor field, Object present) {
    return switch (field.getJavaType()) {
      case INT -> INTEGERS.get(random.nextInt(INTEGERS.size())).intValue();
      case LONG -> INTEGERS.get(random.nextInt(INTEGERS.size()));
      case FLOAT -> NUMBERS.get(random.nextInt(NUMBERS.size())).floatValue();
      case DOUBLE -> NUMBERS.get(random.nextInt(NUMBERS.size()));
      case BOOLEAN -> !(Boolean) present;
      case STRING -> text((String) present);
      case BYTE_STRING -> bytes((ByteString) present);
      case ENUM -> {
        EnumDescriptor type = field.getEnumType();
        yield type.getValues().get(random.nextInt(type.getValues().size()));
      }
      case MESSAGE -> inWords((Message) present);
    };
  }

  private String text(String present) {
    return switch (random.nextInt(5)) {
      case 0 -> "";
      case 1 -> "x".repeat(LONG_TEXT);
      case 2 -> "../../" + present + "\u0000\u001b[2J";
      case 3 -> "\ud83d\ude00\u202e" + present;
      default -> present + random.nextInt();
    };
  }

  private ByteString bytes(ByteString present) {
    byte[] bytes = present.toByteArray();
    return bytes.length == 0
        ? ByteString.copyFrom(new byte[] {0})
        : ByteString.copyFrom(inBytes(bytes));
  }
}
