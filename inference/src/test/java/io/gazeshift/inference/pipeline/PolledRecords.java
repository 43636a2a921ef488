package io.gazeshift.inference.pipeline;

import com.google.protobuf.ByteString;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.Topics;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.HeadPose;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** What is polled from the topic of faces, with the offset for the time it was written. */
final class PolledRecords {

  private static final ByteString PATCH =
      ByteString.copyFrom(new byte[] {(byte) 0xff, (byte) 0xd8, 1, 2, 3});

  private PolledRecords() {}

  static PolledFace face(int partition, String camera, long offset, long captureMicros) {
    FaceFrame face =
        FaceFrame.newBuilder()
            .setIdentity(
                FaceIdentity.newBuilder()
                    .setCamera(camera)
                    .setDomain("lab")
                    .setCaptureMicros(captureMicros))
            .setPatchJpeg(PATCH)
            .setPatchSize(224)
            .addAllNormalisationRotation(Rotation.IDENTITY.toList())
            .setHeadPose(
                HeadPose.newBuilder()
                    .addAllRotation(Rotation.IDENTITY.toList())
                    .addAllFaceCentre(List.of(0.0, 0.0, 600.0)))
            .build();
    return record(partition, camera, offset, RecordType.FACE_FRAME.encode(face));
  }

  static PolledFace unreadable(int partition, String camera, long offset, int bytes) {
    return record(partition, camera, offset, new byte[bytes]);
  }

  private static PolledFace record(int partition, String camera, long offset, byte[] value) {
    return new PolledFace(
        new ConsumerRecord<>(
            Topics.FACES.name(),
            partition,
            offset,
            offset,
            TimestampType.LOG_APPEND_TIME,
            camera.length(),
            value.length,
            camera,
            value,
            new RecordHeaders(),
            Optional.empty()),
        0);
  }
}
