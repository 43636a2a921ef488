package io.gazeshift.daemon.live;

import java.time.Instant;

/**
 * Something that a face did.
 *
 * @param kind as the field of the record is called: glance, blink, alert, ...
 * @param of the target of a glance, the rule of an alert; else empty
 */
public record FaceEventView(String kind, Instant start, Instant end, String of) {}
