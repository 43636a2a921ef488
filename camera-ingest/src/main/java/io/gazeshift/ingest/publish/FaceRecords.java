package io.gazeshift.ingest.publish;

import com.google.protobuf.UnsafeByteOperations;
import io.gazeshift.ingest.locate.HeadPose;
import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.Rotation;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.protocol.v1.FaceQuality;
import io.gazeshift.protocol.v1.GazeTruth;

/** Writes the records of one camera in one capture session. */
public record FaceRecords(
    String camera,
    String domain,
    long captureSession,
    String intrinsicsId,
    boolean intrinsicsAssumed,
    int patchSizePx) {

  /** Those of a camera whose intrinsics are known. */
  public FaceRecords(
      String camera, String domain, long captureSession, String intrinsicsId, int patchSizePx) {
    this(camera, domain, captureSession, intrinsicsId, false, patchSizePx);
  }

  /** Where a face really looks, in camera axes. */
  public static GazeTruth truth(FaceIdentity face, Gaze camera) {
    return GazeTruth.newBuilder().setIdentity(face).setCamera(camera.toMessage()).build();
  }

  /** A face with a patch; the array becomes part of the record: leave it alone from now on. */
  public FaceFrame record(
      long frameSeq,
      long captureMicros,
      LocatedFace face,
      Rotation cameraToVirtual,
      FaceQuality quality,
      byte[] patchJpeg) {
    FaceFrame.Builder record = face(frameSeq, captureMicros, face, cameraToVirtual, quality);
    addPatch(record, patchJpeg);
    return record.build();
  }

  /** The array becomes part of the record: leave it alone from now on. */
  public void addPatch(FaceFrame.Builder record, byte[] patchJpeg) {
    record.setPatchJpeg(UnsafeByteOperations.unsafeWrap(patchJpeg)).setPatchSize(patchSizePx);
  }

  /** A face that has neither patch nor landmarks yet. */
  public FaceFrame.Builder face(
      long frameSeq,
      long captureMicros,
      LocatedFace face,
      Rotation cameraToVirtual,
      FaceQuality quality) {
    HeadPose pose = face.pose();
    return FaceFrame.newBuilder()
        .setIdentity(
            FaceIdentity.newBuilder()
                .setCamera(camera)
                .setDomain(domain)
                .setCaptureSession(captureSession)
                .setFrameSeq(frameSeq)
                .setFaceIndex(face.faceIndex())
                .setCaptureMicros(captureMicros))
        .addAllNormalisationRotation(cameraToVirtual.toList())
        .setHeadPose(
            io.gazeshift.protocol.v1.HeadPose.newBuilder()
                .addAllRotation(pose.headToCamera().toList())
                .addFaceCentre(pose.xMm())
                .addFaceCentre(pose.yMm())
                .addFaceCentre(pose.zMm())
                .setReprojectionPx(face.reprojectionPx()))
        .setQuality(quality)
        .setIntrinsicsId(intrinsicsId)
        .setIntrinsicsAssumed(intrinsicsAssumed);
  }
}
