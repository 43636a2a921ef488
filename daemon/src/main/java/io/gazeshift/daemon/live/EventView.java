package io.gazeshift.daemon.live;

import java.time.Instant;
import java.util.Optional;

/**
 * An event of a domain, for the page and the demo.
 *
 * @param kind one word: trigger, verdict, swap, rollback, failed, skipped, shadow, declined,
 *     rejected, published
 * @param text one sentence; parts of it come from records and are not trusted
 * @param report file name of the run's report, if there is one
 */
public record EventView(
    Instant at, String domain, String kind, String text, Optional<String> report) {}
