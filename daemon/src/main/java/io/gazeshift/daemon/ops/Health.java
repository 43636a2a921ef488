package io.gazeshift.daemon.ops;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.common.http.Answer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Whether the process is alive and whether it is ready, by named conditions with reasons.
 * Thread-safe.
 */
public final class Health {

  /** A condition. It is checked often, so it must return at once. */
  public interface Condition {

    /** Why the condition does not hold; empty if it does. */
    Optional<String> problem();
  }

  private final Map<String, Condition> alive = new ConcurrentSkipListMap<>();
  private final Map<String, Condition> ready = new ConcurrentSkipListMap<>();

  /** Adds a condition without which the process should be restarted; replaces the same name. */
  public void alive(String name, Condition condition) {
    alive.put(name, condition);
  }

  /** Adds a condition without which the process does no work yet; replaces the same name. */
  public void ready(String name, Condition condition) {
    ready.put(name, condition);
  }

  Answer aliveness() {
    return answer(alive, "alive", "failed");
  }

  Answer readiness() {
    return answer(ready, "ready", "not ready");
  }

  /** As {@link #readiness} says. */
  boolean isReady() {
    return !ready.isEmpty()
        && ready.values().stream().allMatch(condition -> condition.problem().isEmpty());
  }

  /** Both states, for the page. */
  public ObjectNode told() {
    ObjectNode told = JsonNodeFactory.instance.objectNode();
    told.set("alive", told(alive, "alive", "failed"));
    told.set("ready", told(ready, "ready", "not ready"));
    return told;
  }

  private Answer answer(Map<String, Condition> conditions, String good, String bad) {
    ObjectNode told = told(conditions, good, bad);
    return Answer.json(told.path("status").asText().equals(good) ? 200 : 503, told + "\n");
  }

  private ObjectNode told(Map<String, Condition> conditions, String good, String bad) {
    ObjectNode checks = JsonNodeFactory.instance.objectNode();
    // A process that has not said what it needs to be ready is not ready.
    boolean holds = conditions != ready || !ready.isEmpty();
    for (Map.Entry<String, Condition> condition : conditions.entrySet()) {
      Optional<String> problem = condition.getValue().problem();
      ObjectNode check = checks.putObject(condition.getKey()).put("ok", problem.isEmpty());
      problem.ifPresent(reason -> check.put("reason", reason));
      holds &= problem.isEmpty();
    }
    ObjectNode answer = JsonNodeFactory.instance.objectNode().put("status", holds ? good : bad);
    answer.set("checks", checks);
    return answer;
  }
}
