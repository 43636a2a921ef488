package io.gazeshift.daemon.live;

import java.time.Instant;

/** A head that was published, when and by whom. */
public record SwapView(Instant at, long version, String author) {}
