package io.gazeshift.inference.pipeline;

import io.gazeshift.backbone.input.BackboneInput;
import io.gazeshift.backbone.input.BadFaceException;
import io.gazeshift.backbone.input.FaceReader;
import java.nio.FloatBuffer;

/**
 * Decodes a record into what the backbone takes, or into the reason for its rejection. For one
 * thread.
 */
final class FaceDecoder {

  private final FaceReader reader;
  private final FaceAgeLimit freshness;
  private final FloatBuffer inputs;

  FaceDecoder(BackboneInput input, FaceAgeLimit freshness, FloatBuffer inputs) {
    this.reader = input.newReader();
    this.freshness = freshness;
    this.inputs = inputs;
  }

  void decode(Face face, int slot) {
    face.open();
    if (face.isSettled()) {
      return;
    }
    if (freshness.isTooOld(face.frame())) {
      face.settle(new FaceOutcome.Skipped());
      return;
    }
    try {
      reader.read(face.frame(), inputs, slot);
    } catch (BadFaceException e) {
      face.settle(new FaceOutcome.Rejected(e.reason().name(), String.valueOf(e.getMessage())));
    } catch (RuntimeException e) {
      // Whatever it is about this record, the next one may do without it.
      face.settle(new FaceOutcome.Rejected("DECODER_FAILED", e.toString()));
    }
  }
}
