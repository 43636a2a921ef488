package io.gazeshift.outputs.lsl;

import java.util.List;

/**
 * What a stream says of itself.
 *
 * @param sourceId the same after a restart, so that readers find it again
 */
record StreamSpec(
    String name,
    String type,
    String sourceId,
    int format,
    String domain,
    List<GazeChannels.Channel> channels) {

  /** The gaze of a face. */
  static StreamSpec ofFace(String domain, String camera, int face) {
    return new StreamSpec(
        "gazeshift %s %d".formatted(camera, face),
        "Gaze",
        "gazeshift:%s:%d".formatted(camera, face),
        Liblsl.DOUBLES,
        domain,
        GazeChannels.ALL);
  }

  /** The events of a camera, by XDF's conventions for markers. */
  static StreamSpec ofEvents(String domain, String camera) {
    return new StreamSpec(
        "gazeshift %s events".formatted(camera),
        "Markers",
        "gazeshift:%s:events".formatted(camera),
        Liblsl.STRINGS,
        domain,
        List.of(new GazeChannels.Channel("event", "Marker", "")));
  }
}
