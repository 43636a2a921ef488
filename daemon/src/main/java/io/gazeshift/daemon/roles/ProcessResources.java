package io.gazeshift.daemon.roles;

import io.gazeshift.common.metrics.BoundedMeters;
import io.gazeshift.daemon.ops.Health;
import io.gazeshift.daemon.ops.Operations;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The resources, failures and descriptions of the roles of a process. Closing it closes the
 * resources in reverse order.
 */
final class ProcessResources implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ProcessResources.class);

  private final Operations operations;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final List<String> descriptions = new ArrayList<>();
  private final List<Supplier<Optional<RuntimeException>>> failures = new CopyOnWriteArrayList<>();

  /**
   * @param operations closed last
   */
  ProcessResources(Operations operations) {
    this.operations = keep(operations);
  }

  Operations operations() {
    return operations;
  }

  MeterRegistry meters() {
    return operations.meters();
  }

  BoundedMeters boundedMeters() {
    return operations.boundedMeters();
  }

  Health health() {
    return operations.health();
  }

  /** Adds a resource; it is closed before earlier ones. */
  <T extends AutoCloseable> T keep(T opened) {
    open.push(opened);
    return opened;
  }

  /** Adds a possible failure, which is polled from any thread. */
  void mayFail(Supplier<Optional<RuntimeException>> failure) {
    failures.add(failure);
  }

  Optional<RuntimeException> failure() {
    return failures.stream().map(Supplier::get).flatMap(Optional::stream).findFirst();
  }

  void describe(String part) {
    descriptions.add(part);
  }

  String description() {
    return descriptions.isEmpty() ? "no roles" : String.join(" and ", descriptions);
  }

  /** Continues with the others if one cannot be closed. */
  @Override
  public void close() {
    while (!open.isEmpty()) {
      AutoCloseable last = open.pop();
      try {
        last.close();
      } catch (Exception e) {
        log.warn("cannot close {}: {}", last.getClass().getSimpleName(), e.getMessage(), e);
      }
    }
  }
}
