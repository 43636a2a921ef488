package io.gazeshift.ingest.publish;

import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FaceQuality;

/** Records for tests. */
final class Faces {

  private Faces() {}

  static FaceFrame face(long frameSeq) {
    return new FaceRecords("cam0", "lab", 99, "lens", 224)
        .record(
            frameSeq,
            1_700_000_000_000_000L,
            new LocatedFace(2, new HeadPose(Rotation.IDENTITY, 1, 2, 600), 1, 0.5, 0.9),
            Rotation.about(0, 1, 0, 0.1),
            FaceQuality.newBuilder().setOverall(0.8f).build(),
            new byte[] {1, 2, 3});
  }
}
