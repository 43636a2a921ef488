package io.gazeshift.daemon.live;

import java.time.Instant;
import java.util.Optional;

/**
 * Something that happened to a domain.
 *
 * @param kind one word: trigger, verdict, swap, rollback, failed, left-alone, shadow, declined,
 *     refused, published
 * @param text in a sentence; others wrote parts of it
 * @param report file name of the run's report, if there is one
 */
public record EventView(
    Instant at, String domain, String kind, String text, Optional<String> report) {}
