package io.gazeshift.ingest.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FaceQuality;
import org.junit.jupiter.api.Test;

class FaceRecordsTest {

  @Test
  void aRecordSurvivesTheWireWithAllItsFields() {
    FaceFrame sent = Faces.face(7);

    FaceFrame read = RecordType.FACE_FRAME.decode(RecordType.FACE_FRAME.encode(sent));

    assertThat(read.getIdentity().getCamera()).isEqualTo("cam0");
    assertThat(read.getIdentity().getDomain()).isEqualTo("lab");
    assertThat(read.getIdentity().getCaptureSession()).isEqualTo(99);
    assertThat(read.getIdentity().getFrameSeq()).isEqualTo(7);
    assertThat(read.getIdentity().getFaceIndex()).isEqualTo(2);
    assertThat(read.getIdentity().getCaptureMicros()).isEqualTo(1_700_000_000_000_000L);
    assertThat(read.getPatchJpeg().toByteArray()).containsExactly(1, 2, 3);
    assertThat(read.getPatchSize()).isEqualTo(224);
    assertThat(Rotation.ofRows(read.getNormalisationRotationList()))
        .isEqualTo(Rotation.about(0, 1, 0, 0.1));
    assertThat(read.getHeadPose().getFaceCentreList()).containsExactly(1.0, 2.0, 600.0);
    assertThat(read.getHeadPose().getReprojectionPx()).isEqualTo(0.5);
    assertThat(read.getQuality().getOverall()).isEqualTo(0.8f);
    assertThat(read.getIntrinsicsId()).isEqualTo("lens");
    assertThat(read.getIntrinsicsAssumed()).isFalse();
  }

  @Test
  void aRecordSaysThatItsIntrinsicsWereAssumed() {
    FaceRecords records = new FaceRecords("cam0", "lab", 99, "assumed-fov-60.0", true, 224);

    FaceFrame sent =
        records.record(
            7,
            1_700_000_000_000_000L,
            new LocatedFace(0, new HeadPose(Rotation.IDENTITY, 0, 0, 600), 1, 0, 1),
            Rotation.IDENTITY,
            FaceQuality.getDefaultInstance(),
            new byte[] {1});

    assertThat(
            RecordType.FACE_FRAME.decode(RecordType.FACE_FRAME.encode(sent)).getIntrinsicsAssumed())
        .isTrue();
  }
}
