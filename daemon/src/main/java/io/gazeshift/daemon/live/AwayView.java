package io.gazeshift.daemon.live;

/**
 * How long a face looked at something else than the road.
 *
 * @param nowSeconds for how long it does so already; 0 if it looks at the road
 * @param minuteSeconds in the last minute
 * @param seenSeconds for how long the face was seen in the last minute
 */
public record AwayView(double nowSeconds, double minuteSeconds, double seenSeconds) {}
