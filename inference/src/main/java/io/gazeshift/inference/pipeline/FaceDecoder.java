package io.gazeshift.inference.pipeline;

import io.gazeshift.backbone.image.BadPatchException;
import io.gazeshift.backbone.image.PatchDecoder;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.v1.FaceFrame;
import java.nio.FloatBuffer;

/**
 * Decodes a record into a patch for the backbone, or into the reason for its rejection. For one
 * thread.
 */
final class FaceDecoder {

  private final PatchDecoder decoder;
  private final FaceAgeLimit freshness;
  private final FloatBuffer patches;

  FaceDecoder(PatchDecoder decoder, FaceAgeLimit freshness, FloatBuffer patches) {
    this.decoder = decoder;
    this.freshness = freshness;
    this.patches = patches;
  }

  void decode(Face face, int slot) {
    try {
      FaceFrame frame = RecordType.FACE_FRAME.decode(face.bytes());
      if (freshness.isTooOld(frame)) {
        face.settle(new FaceOutcome.Skipped());
        return;
      }
      decoder.decode(frame.getPatchJpeg(), patches, slot);
      face.decoded(frame);
    } catch (BadRecordException e) {
      face.settle(new FaceOutcome.Rejected(e.reason().name(), String.valueOf(e.getMessage())));
    } catch (BadPatchException e) {
      face.settle(new FaceOutcome.Rejected(e.reason().name(), String.valueOf(e.getMessage())));
    } catch (RuntimeException e) {
      // Whatever it is about this record, the next one may do without it.
      face.settle(new FaceOutcome.Rejected("DECODER_FAILED", e.toString()));
    }
  }
}
