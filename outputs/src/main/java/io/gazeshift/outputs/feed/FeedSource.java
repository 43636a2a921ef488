package io.gazeshift.outputs.feed;

import java.util.Optional;
import java.util.OptionalInt;

/** What a message is about; without camera and face if it is about a whole domain. */
public record FeedSource(String domain, Optional<String> camera, OptionalInt face) {

  static FeedSource ofFace(String domain, String camera, int face) {
    return new FeedSource(domain, Optional.of(camera), OptionalInt.of(face));
  }

  static FeedSource ofDomain(String domain) {
    return new FeedSource(domain, Optional.empty(), OptionalInt.empty());
  }
}
