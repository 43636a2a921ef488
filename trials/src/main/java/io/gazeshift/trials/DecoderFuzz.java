package io.gazeshift.trials;

import io.gazeshift.backbone.input.BackboneInput;
import io.gazeshift.backbone.input.BadFaceException;
import io.gazeshift.backbone.input.FaceReader;
import io.gazeshift.backbone.input.LandmarkInput;
import io.gazeshift.backbone.model.BuiltInModel;
import io.gazeshift.backbone.model.ModelDirectory;
import io.gazeshift.inference.heads.HeadRecords;
import io.gazeshift.inference.keys.HeadSeal;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.protocol.BadRecordException;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.v1.FaceFrame;
import io.gazeshift.protocol.v1.HeadModel;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * What Jazzer calls: arbitrary bytes as a client may write them to a topic, processed as far as the
 * program processes them. The first byte says for what they are taken. Anything but a rejection
 * with its reason is a finding.
 */
public final class DecoderFuzz {

  /** By the first byte of an input. */
  static final List<RecordType<?>> TYPES =
      List.of(
          RecordType.FACE_FRAME,
          RecordType.GAZE_PREDICTION,
          RecordType.FEATURE_SAMPLE,
          RecordType.HEAD_MODEL,
          RecordType.ADAPTATION_EVENT,
          RecordType.ADAPTATION_REQUEST,
          RecordType.CALIBRATION_GLANCE,
          RecordType.GAZE_TRUTH);

  private static final LandmarkInput LANDMARKS = new LandmarkInput(null);
  private static final FaceReader LANDMARK_READER = LANDMARKS.newReader();
  private static final FloatBuffer ROW = FloatBuffer.allocate(LANDMARKS.floatsPerFace());
  private static final BackboneInput PATCH = ModelDirectory.builtIn(BuiltInModel.STUDIO).input();
  private static final FaceReader PATCH_READER = PATCH.newReader();
  private static final FloatBuffer PLANES = FloatBuffer.allocate(PATCH.floatsPerFace());

  private DecoderFuzz() {}

  /** Called by Jazzer, by its name. */
  public static void fuzzerTestOneInput(byte[] input) {
    if (input.length == 0) {
      return;
    }
    RecordType<?> type = TYPES.get((input[0] & 0xff) % TYPES.size());
    try {
      Object message = type.decode(Arrays.copyOfRange(input, 1, input.length));
      if (message instanceof FaceFrame face) {
        if (face.hasLandmarks()) {
          LANDMARK_READER.read(face, ROW, 0);
        }
        PATCH_READER.read(face, PLANES, 0);
      } else if (message instanceof HeadModel head) {
        HeadSeal.sha256(head);
        TrustedKeys.none().vouchFor(head);
        if (HeadRecords.isFinite(head)) {
          HeadRecords.head(head);
        }
      }
    } catch (BadRecordException | BadFaceException e) {
      requireReason(e.getMessage());
    } catch (IllegalArgumentException e) {
      // Layers that make no head, which the verifier takes for a rejection.
      requireReason(e.getMessage());
    }
  }

  private static void requireReason(String reason) {
    if (reason == null || reason.isBlank()) {
      throw new IllegalStateException("rejected without a reason");
    }
  }
}
