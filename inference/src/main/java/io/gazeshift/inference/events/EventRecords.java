package io.gazeshift.inference.events;

import io.gazeshift.protocol.v1.FaceEvent;
import io.gazeshift.protocol.v1.FaceIdentity;
import io.gazeshift.targets.event.GazeEvent;
import java.util.Locale;

/** Events as records. */
final class EventRecords {

  private EventRecords() {}

  /** Of the face with this identity, whose frame does not matter. */
  static FaceEvent of(FaceIdentity face, GazeEvent event) {
    FaceEvent.Builder record =
        FaceEvent.newBuilder()
            .setCamera(face.getCamera())
            .setDomain(face.getDomain())
            .setCaptureSession(face.getCaptureSession())
            .setFaceIndex(face.getFaceIndex())
            .setStartMicros(event.startMicros())
            .setEndMicros(event.startMicros());
    if (event instanceof GazeEvent.FaceFound) {
      record.setFaceFound(FaceEvent.FaceFound.getDefaultInstance());
    } else if (event instanceof GazeEvent.FaceLost) {
      record.setFaceLost(FaceEvent.FaceLost.getDefaultInstance());
    } else if (event instanceof GazeEvent.GazeOff) {
      record.setGazeOff(FaceEvent.GazeOff.getDefaultInstance());
    } else if (event instanceof GazeEvent.GazeOn) {
      record.setGazeOn(FaceEvent.GazeOn.getDefaultInstance());
    } else if (event instanceof GazeEvent.Blink blink) {
      record
          .setEndMicros(blink.endMicros())
          .setBlink(FaceEvent.Blink.newBuilder().setLeastOpenness((float) blink.leastOpenness()));
    } else if (event instanceof GazeEvent.Fixation fixation) {
      record
          .setEndMicros(fixation.endMicros())
          .setFixation(
              FaceEvent.Fixation.newBuilder()
                  .setCentroid(fixation.centroid().toMessage())
                  .setDispersion((float) fixation.dispersionRad())
                  .setFrames(fixation.frames()));
    } else if (event instanceof GazeEvent.TargetGlance glance) {
      record
          .setEndMicros(glance.endMicros())
          .setGlance(
              FaceEvent.Glance.newBuilder()
                  .setTarget(glance.target())
                  .setArrivedMicros(glance.arrivedMicros()));
    } else if (event instanceof GazeEvent.Alert alert) {
      record
          .setEndMicros(alert.endMicros())
          .setAlert(
              FaceEvent.Alert.newBuilder()
                  .setRule(alert.rule())
                  .setValue((float) alert.value())
                  .setBound((float) alert.bound()));
    }
    return record.build();
  }

  /** The key of its record. */
  static String key(FaceEvent event) {
    return event.getCamera() + "@" + Integer.toUnsignedString(event.getFaceIndex());
  }

  /** For metrics, such as {@code blink}. */
  static String kind(FaceEvent event) {
    return event.getKindCase().name().toLowerCase(Locale.ROOT);
  }
}
