package io.gazeshift.trials.harness;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.gazeshift.protocol.RecordType;

/** Encodes records in the wire format without validating them. */
public final class RawRecord {

  private static final int VERSION_FIELD = 1;
  private static final int LENGTH_FIELD = 1000;

  private RawRecord() {}

  public static byte[] encode(Message message) {
    Descriptor type = message.getDescriptorForType();
    FieldDescriptor length = type.findFieldByNumber(LENGTH_FIELD);
    Message.Builder builder =
        message.toBuilder()
            .setField(type.findFieldByNumber(VERSION_FIELD), RecordType.SCHEMA_VERSION);
    int bytes = builder.setField(length, 1).build().getSerializedSize();
    return builder.setField(length, bytes).build().toByteArray();
  }
}
