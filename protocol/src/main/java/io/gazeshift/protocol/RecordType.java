package io.gazeshift.protocol;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import io.gazeshift.protocol.BadRecordException.Reason;
import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationRequest;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.EventState;
import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.GazeTruth;
import io.gazeshift.protocol.v1.HeadModel;
import io.gazeshift.protocol.v1.VehicleSpeed;
import org.apache.kafka.common.serialization.Serializer;

/**
 * One kind of record: how it is written, read and rejected.
 *
 * <p>Consumers read bytes and call {@link #decode} themselves: a Kafka deserializer that throws
 * inside {@code poll} stops its partition for good, and a bad record must not.
 */
public final class RecordType<M extends Message> {

  /** The version of the contract this program writes, and the only one it reads. */
  public static final int SCHEMA_VERSION = 1;

  private static final int VERSION_FIELD = 1;
  private static final int LENGTH_FIELD = 1000;
  private static final int KIB = 1024;
  private static final int MIB = 1024 * KIB;

  public static final RecordType<FaceFrame> FACE_FRAME =
      new RecordType<>(FaceFrame.getDefaultInstance(), MIB, RecordChecks::faceFrame);
  public static final RecordType<GazePrediction> GAZE_PREDICTION =
      new RecordType<>(GazePrediction.getDefaultInstance(), 16 * KIB, RecordChecks::gazePrediction);
  public static final RecordType<FeatureSample> FEATURE_SAMPLE =
      new RecordType<>(FeatureSample.getDefaultInstance(), 64 * KIB, RecordChecks::featureSample);
  public static final RecordType<HeadModel> HEAD_MODEL =
      new RecordType<>(HeadModel.getDefaultInstance(), 4 * MIB, RecordChecks::headModel);
  public static final RecordType<AdaptationEvent> ADAPTATION_EVENT =
      new RecordType<>(AdaptationEvent.getDefaultInstance(), MIB, RecordChecks::adaptationEvent);

  public static final RecordType<AdaptationRequest> ADAPTATION_REQUEST =
      new RecordType<>(
          AdaptationRequest.getDefaultInstance(), 16 * KIB, RecordChecks::adaptationRequest);
  public static final RecordType<CalibrationGlance> CALIBRATION_GLANCE =
      new RecordType<>(
          CalibrationGlance.getDefaultInstance(), MIB, RecordChecks::calibrationGlance);
  public static final RecordType<GazeTruth> GAZE_TRUTH =
      new RecordType<>(GazeTruth.getDefaultInstance(), 16 * KIB, RecordChecks::gazeTruth);

  public static final RecordType<FaceEvent> FACE_EVENT =
      new RecordType<>(FaceEvent.getDefaultInstance(), 16 * KIB, RecordChecks::faceEvent);
  public static final RecordType<VehicleSpeed> VEHICLE_SPEED =
      new RecordType<>(VehicleSpeed.getDefaultInstance(), KIB, RecordChecks::vehicleSpeed);
  public static final RecordType<EventState> EVENT_STATE =
      new RecordType<>(EventState.getDefaultInstance(), 4 * MIB, RecordChecks::eventState);

  /** Says what is wrong with a well-formed message, or null. */
  interface Check<M> {
    String problem(M message);
  }

  private final M prototype;
  private final int maxBytes;
  private final Check<M> check;
  private final Parser<M> parser;
  private final FieldDescriptor versionField;
  private final FieldDescriptor lengthField;

  @SuppressWarnings("unchecked")
  private RecordType(M prototype, int maxBytes, Check<M> check) {
    this.prototype = prototype;
    this.maxBytes = maxBytes;
    this.check = check;
    this.parser = (Parser<M>) prototype.getParserForType();
    this.versionField = prototype.getDescriptorForType().findFieldByNumber(VERSION_FIELD);
    this.lengthField = prototype.getDescriptorForType().findFieldByNumber(LENGTH_FIELD);
  }

  public String name() {
    return prototype.getDescriptorForType().getName();
  }

  /** The longest record of this type, keys and Kafka's own bytes not counted. */
  public int maxBytes() {
    return maxBytes;
  }

  /** Writes a record; fills in its version and length. */
  public byte[] encode(M message) {
    rejectInvalid(message);
    Message.Builder builder = message.toBuilder().setField(versionField, SCHEMA_VERSION);
    // A fixed32 takes the same room whatever it says, but none at all while it is 0.
    int length = builder.setField(lengthField, 1).build().getSerializedSize();
    if (length > maxBytes) {
      throw oversized(length);
    }
    return builder.setField(lengthField, length).build().toByteArray();
  }

  /** Reads a record, or says exactly why it will not. */
  public M decode(byte[] bytes) {
    if (bytes == null || bytes.length == 0) {
      throw bad(Reason.EMPTY, "has no bytes");
    }
    if (bytes.length > maxBytes) {
      throw oversized(bytes.length);
    }
    M message = parse(bytes);
    int version = (Integer) message.getField(versionField);
    if (version != SCHEMA_VERSION) {
      throw bad(
          Reason.UNKNOWN_VERSION,
          "has schema version %s, but this program reads version %d"
              .formatted(Integer.toUnsignedString(version), SCHEMA_VERSION));
    }
    int length = (Integer) message.getField(lengthField);
    if (length != bytes.length) {
      throw bad(
          Reason.TRUNCATED,
          length == 0
              ? "does not state its length (record_bytes), so it is truncated"
              : "states a length of %s bytes, but has %d"
                  .formatted(Integer.toUnsignedString(length), bytes.length));
    }
    rejectInvalid(message);
    return message;
  }

  /** For producers. */
  public Serializer<M> serializer() {
    return (topic, message) -> message == null ? null : encode(message);
  }

  private M parse(byte[] bytes) {
    try {
      return parser.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      // Protobuf has one exception for both; only its text tells a cut record from a foreign one.
      boolean cut = String.valueOf(e.getMessage()).contains("ended unexpectedly");
      throw bad(
          cut ? Reason.TRUNCATED : Reason.MALFORMED,
          cut
              ? "is truncated within a field after %d bytes".formatted(bytes.length)
              : "is not a protobuf message of this type: " + e.getMessage());
    }
  }

  private void rejectInvalid(M message) {
    String problem = check.problem(message);
    if (problem != null) {
      throw bad(Reason.INVALID, problem);
    }
  }

  private BadRecordException oversized(int length) {
    return bad(
        Reason.OVERSIZED, "has %d bytes, at most %d are allowed".formatted(length, maxBytes));
  }

  private BadRecordException bad(Reason reason, String what) {
    return new BadRecordException(reason, name() + " " + what);
  }

  @Override
  public String toString() {
    return name();
  }
}
