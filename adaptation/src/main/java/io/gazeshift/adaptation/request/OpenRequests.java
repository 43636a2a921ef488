package io.gazeshift.adaptation.request;

import io.gazeshift.protocol.v1.AdaptationEvent;
import io.gazeshift.protocol.v1.AdaptationEvent.Stage;
import io.gazeshift.protocol.v1.AdaptationRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Unanswered requests for all domains: the process that gets a domain's partition gets its requests
 * too. The oldest are dropped when there are too many or their requesters no longer wait. For one
 * thread.
 */
public final class OpenRequests {

  /** How long a requester waits for an answer. */
  public static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final int MOST = 1000;
  private static final Set<Stage> ANSWERS =
      Set.of(
          Stage.JUDGED,
          Stage.LEFT_ALONE,
          Stage.FAILED,
          Stage.DECLINED,
          Stage.SHADOWED,
          Stage.CANCELLED);

  private record Entry(AdaptationRequest request, Instant written) {}

  private final Map<String, Entry> byId = new LinkedHashMap<>();
  // Requests and answers are in two topics: an answer may be read before its request.
  private final Set<String> answered = new LinkedHashSet<>();

  public void add(AdaptationRequest request, Instant written) {
    if (answered.contains(request.getRequestId())) {
      return;
    }
    byId.put(request.getRequestId(), new Entry(request, written));
    forgetOldest(byId.keySet());
  }

  private static void forgetOldest(Set<String> ids) {
    if (ids.size() > MOST) {
      ids.remove(ids.iterator().next());
    }
  }

  public void note(AdaptationEvent event) {
    if (ANSWERS.contains(event.getStage())) {
      answered(event.getRequestId());
    }
  }

  /** The requester has its answer; an empty id is ignored. */
  public void answered(String requestId) {
    if (!requestId.isEmpty()) {
      byId.remove(requestId);
      answered.add(requestId);
      forgetOldest(answered);
    }
  }

  /** Oldest first. */
  public List<AdaptationRequest> open(Instant now) {
    byId.values().removeIf(entry -> entry.written.plus(PATIENCE).isBefore(now));
    return byId.values().stream().map(Entry::request).toList();
  }
}
