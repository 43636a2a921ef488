package io.gazeshift.adaptation.schedule;

import io.gazeshift.protocol.v1.AdaptationRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Domains that wait for a run, in the order they came and each at most once: no domain gets a
 * second run before every other that waits has had its first. A full queue takes no more; whoever
 * is refused asks again. For one thread.
 */
public final class RunQueue {

  /** More would wait for longer than their samples stay what they are. */
  static final int CAPACITY = 256;

  /** Why a domain is to be adapted, and who asked. */
  public record Waiting(String domain, Decision decision, Optional<AdaptationRequest> request) {

    public String requestId() {
      return request.map(AdaptationRequest::getRequestId).orElse("");
    }
  }

  private final Map<String, Waiting> waiting = new LinkedHashMap<>();

  /** Answers whether there was room. */
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

  /** Somebody asks for a run that waits anyway; false if somebody has before. */
  public boolean attach(AdaptationRequest request) {
    Waiting run = waiting.get(request.getDomain());
    if (run == null || run.request().isPresent()) {
      return false;
    }
    // Keeps its place.
    waiting.put(run.domain(), new Waiting(run.domain(), run.decision(), Optional.of(request)));
    return true;
  }

  public Optional<Waiting> next() {
    Optional<Waiting> first = waiting.values().stream().findFirst();
    first.ifPresent(run -> waiting.remove(run.domain()));
    return first;
  }

  /** What waited, if it did. */
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
