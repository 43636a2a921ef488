package io.gazeshift.outputs.lsl;

import io.gazeshift.protocol.v1.FaceEvent;
import java.util.List;
import java.util.Locale;

/**
 * One string of a stream of markers. An event that lasts has two of them: programs that analyse
 * recordings group markers by their text, so it holds no times.
 *
 * @param micros capture time, since the Unix epoch
 */
record EventMarker(String text, long micros) {

  static List<EventMarker> of(FaceEvent event) {
    String name =
        switch (event.getKindCase()) {
          case GLANCE -> "glance " + event.getGlance().getTarget();
          case ALERT -> "alert " + event.getAlert().getRule();
          default -> event.getKindCase().name().toLowerCase(Locale.ROOT);
        };
    String face = " face " + event.getFaceIndex();
    return switch (event.getKindCase()) {
      case BLINK, FIXATION, GLANCE ->
          List.of(
              new EventMarker(name + " start" + face, event.getStartMicros()),
              new EventMarker(name + " end" + face, event.getEndMicros()));
      // An alert begins with what it is about: it is raised at its end.
      default -> List.of(new EventMarker(name + face, event.getEndMicros()));
    };
  }
}
