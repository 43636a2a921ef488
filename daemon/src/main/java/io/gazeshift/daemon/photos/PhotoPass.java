package io.gazeshift.daemon.photos;

import io.gazeshift.common.UserError;
import io.gazeshift.daemon.predict.PhotoFaces;
import io.gazeshift.protocol.v1.FaceFrame;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;

/** Goes once through labelled photographs and hands over their faces. */
public final class PhotoPass {

  /** Takes the face of a photograph; false if it cannot be used. */
  public interface FaceTaker {
    boolean take(PhotoLabel label, FaceFrame face) throws IOException, InterruptedException;
  }

  private final PhotoFaces faces;
  private final DoubleConsumer progress;
  private final Consumer<String> remarks;

  /**
   * @param progress is told the fraction done
   * @param remarks receives a line for each photograph without a face
   */
  public PhotoPass(PhotoFaces faces, DoubleConsumer progress, Consumer<String> remarks) {
    this.faces = faces;
    this.progress = progress;
    this.remarks = remarks;
  }

  /**
   * Reads all photographs. One that cannot be read is passed over.
   *
   * @throws UserError if none of them has a face
   */
  public PhotoTally run(List<PhotoLabel> labels, FaceTaker taker)
      throws IOException, InterruptedException {
    PhotoTally tally = PhotoTally.NOTHING;
    for (PhotoLabel label : labels) {
      tally = plus(tally, label, taker);
      progress.accept((double) tally.photographs() / labels.size());
    }
    if (tally.withFace() == 0) {
      throw new UserError(
          "%s: none to use; check that the pictures show people who face the camera"
              .formatted(tally));
    }
    return tally;
  }

  private PhotoTally plus(PhotoTally tally, PhotoLabel label, FaceTaker taker)
      throws IOException, InterruptedException {
    Optional<FaceFrame> face;
    try {
      face = faces.largestIn(label.file());
    } catch (IOException e) {
      remarks.accept("%s: %s".formatted(label.name(), e.getMessage()));
      return tally.plusUnreadable();
    }
    if (face.isPresent() && taker.take(label, face.get())) {
      return tally.plusFace();
    }
    remarks.accept("%s: no face found".formatted(label.name()));
    return tally.plusFaceless();
  }
}
