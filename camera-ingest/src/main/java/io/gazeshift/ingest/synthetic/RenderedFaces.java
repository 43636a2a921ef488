package io.gazeshift.ingest.synthetic;

import io.gazeshift.ingest.locate.LocatedFace;
import io.gazeshift.ingest.publish.FaceRecords;
import io.gazeshift.protocol.Gaze;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.FaceQuality;
import java.util.ArrayList;
import java.util.List;

/** Faces as ingest would publish them, with their true gaze, made without a camera or a broker. */
public final class RenderedFaces {

  private static final int PATCH_SIZE_PX = 224;

  /** A face and where it really looks, in normalised axes. */
  public record Labelled(FaceFrame face, Gaze truth) {}

  private final List<LabelledPatch> patches = new ArrayList<>();

  /** Renders so many different patches. */
  public RenderedFaces(SyntheticScene scene, long seed, int count) throws InterruptedException {
    try (SyntheticPatches source = new SyntheticPatches(scene, seed)) {
      for (int i = 0; i < count; i++) {
        patches.add(source.next());
      }
    }
  }

  /** The face of one frame of one camera; patches repeat when all have been shown. */
  public Labelled face(String camera, long captureSession, long frameSeq, long captureMicros) {
    LabelledPatch patch = patches.get((int) (frameSeq % patches.size()));
    FaceFrame face =
        new FaceRecords(camera, camera, captureSession, "rendered", PATCH_SIZE_PX)
                .record(
                    frameSeq,
                    captureMicros,
                    new LocatedFace(0, patch.pose(), 1, 0, 1),
                    patch.cameraToVirtual(),
                    FaceQuality.newBuilder().setOverall(1).setEyeOpenness(1).build(),
                    patch.jpeg())
                .toBuilder()
                .setPublishedMicros(captureMicros)
                .build();
    return new Labelled(face, patch.normalisedGaze());
  }
}
