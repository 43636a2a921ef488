package io.gazeshift.adaptation.versions;

import io.gazeshift.inference.heads.VersionedHead;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A key of gaze.models.history. A domain may have an @ in its name, a version has none. */
record HistoryKey(String domain, long version) {

  static HistoryKey of(String domain, long version) {
    return new HistoryKey(domain, version);
  }

  static Optional<HistoryKey> parse(@Nullable String text) {
    if (text == null) {
      return Optional.empty();
    }
    int at = text.lastIndexOf('@');
    if (at < 1) {
      return Optional.empty();
    }
    try {
      long version = Long.parseLong(text.substring(at + 1));
      return VersionedHead.isPossible(version)
          ? Optional.of(of(text.substring(0, at), version))
          : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  String text() {
    return domain + "@" + version;
  }
}
