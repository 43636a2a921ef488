package io.gazeshift.outputs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gazeshift.outputs.feed.FeedKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a program outside has got of {@link PublishedRecords}. Thread-safe. */
class LiveReader {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<String> events = new CopyOnWriteArrayList<>();
  private volatile long newestFrame = -1;

  /** Something of this kind has come. */
  final void got(String kind, String json) {
    if (kind.equals(FeedKind.PREDICTION.key())) {
      newestFrame = parsed(json).get("frameSeq").asLong();
    } else if (kind.equals(FeedKind.EVENT.key())) {
      events.add(parsed(json).get("target").asText());
    }
  }

  private static JsonNode parsed(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  final long newestFrame() {
    return newestFrame;
  }

  /** Their targets, in order. */
  final List<String> events() {
    return events;
  }
}
