package io.gazeshift.daemon.adapt;

import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.AdaptationRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Requests that nobody has answered yet, of every domain: whoever gets a domain's partition gets
 * its requests too. The oldest are forgotten when there are too many or nobody waits for them any
 * more. For one thread.
 */
final class OpenRequests {

  /** Whoever asked has given up by then. */
  static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final int MOST = 1000;
  private static final Set<Stage> ANSWERS =
      Set.of(Stage.JUDGED, Stage.LEFT_ALONE, Stage.FAILED, Stage.DECLINED, Stage.SHADOWED);

  private record Entry(AdaptationRequest request, Instant written) {}

  private final Map<String, Entry> byId = new LinkedHashMap<>();

  void add(AdaptationRequest request, Instant written) {
    byId.put(request.getRequestId(), new Entry(request, written));
    if (byId.size() > MOST) {
      byId.remove(byId.keySet().iterator().next());
    }
  }

  void note(AdaptationEvent event) {
    if (ANSWERS.contains(event.getStage())) {
      answered(event.getRequestId());
    }
  }

  /** It is answered, or about to be by somebody else. */
  void answered(String requestId) {
    byId.remove(requestId);
  }

  /** The oldest first. */
  List<AdaptationRequest> open(Instant now) {
    byId.values().removeIf(entry -> entry.written.plus(PATIENCE).isBefore(now));
    return byId.values().stream().map(Entry::request).toList();
  }
}
