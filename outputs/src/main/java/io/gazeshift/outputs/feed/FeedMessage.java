package io.gazeshift.outputs.feed;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * One record as JSON. It is made once, whoever reads it.
 *
 * @param camera and face: absent for records that are about a whole domain
 * @param json one object on one line
 */
public record FeedMessage(
    FeedKind kind, String domain, Optional<String> camera, OptionalInt face, String json) {}
