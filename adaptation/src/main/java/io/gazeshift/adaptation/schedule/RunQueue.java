package io.gazeshift.adaptation.schedule;

import io.gazeshift.protocol.v1.AdaptationRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Domains that wait for a run, first come, first served, and each at most once: no domain gets a
 * second run before every other waiting domain has had its first. A full queue rejects more; they
 * are offered again later. For one thread.
 */
public final class RunQueue {

  /** With more, samples would be outdated before their run starts. */
  static final int CAPACITY = 256;

  /** A queued run: why, and on whose request. */
  public record Waiting(String domain, Decision decision, Optional<AdaptationRequest> request) {

    public String requestId() {
      return request.map(AdaptationRequest::getRequestId).orElse("");
    }
  }

  private final Map<String, Waiting> waiting = new LinkedHashMap<>();

  /** Returns whether the run was queued. */
  public boolean offer(Waiting run) {
    if (waiting.size() >= CAPACITY || waiting.containsKey(run.domain())) {
      return false;
    }
    waiting.put(run.domain(), run);
    return true;
  }

  public boolean contains(String domain) {
    return waiting.containsKey(domain);
  }

  /** Attaches a request to a run that is queued already; false if it has one. */
  public boolean attach(AdaptationRequest request) {
    Waiting run = waiting.get(request.getDomain());
    if (run == null || run.request().isPresent()) {
      return false;
    }
    // Keeps its position in the queue.
    waiting.put(run.domain(), new Waiting(run.domain(), run.decision(), Optional.of(request)));
    return true;
  }

  public Optional<Waiting> next() {
    Optional<Waiting> first = waiting.values().stream().findFirst();
    first.ifPresent(run -> waiting.remove(run.domain()));
    return first;
  }

  /** Returns the run that was queued, if any. */
  public Optional<Waiting> remove(String domain) {
    return Optional.ofNullable(waiting.remove(domain));
  }

  public List<Waiting> all() {
    return new ArrayList<>(waiting.values());
  }

  public int size() {
    return waiting.size();
  }
}
