package io.gazeshift.outputs.stream;

import io.gazeshift.common.UserError;
import io.gazeshift.common.http.Exchange;
import io.gazeshift.outputs.feed.EventPosition;
import io.gazeshift.outputs.feed.FeedFilter;
import io.gazeshift.outputs.feed.FeedKind;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a client asks for.
 *
 * @param after the last event it has, if it had some before and wants events again
 */
record StreamRequest(FeedFilter filter, Optional<EventPosition> after) {

  private static final String HEADER = "Last-Event-ID";
  private static final String PARAMETER = "lastEventId=";

  /**
   * @throws UserError if it cannot be met
   */
  static StreamRequest of(Exchange exchange) {
    return of(
        Optional.ofNullable(exchange.uri().getRawQuery()).orElse(""),
        Optional.ofNullable(exchange.header(HEADER)));
  }

  /** A browser that connects again sends a newer id in its header than in the first query. */
  static StreamRequest of(String query, Optional<String> lastEventId) {
    String[] parts = query.split("&");
    Optional<String> parameter =
        Arrays.stream(parts)
            .filter(part -> part.startsWith(PARAMETER))
            .map(part -> part.substring(PARAMETER.length()))
            .findFirst();
    FeedFilter filter =
        FeedFilter.ofQuery(
            Arrays.stream(parts)
                .filter(part -> !part.startsWith(PARAMETER))
                .collect(Collectors.joining("&")));
    Optional<EventPosition> after =
        lastEventId.or(() -> parameter).filter(id -> !id.isEmpty()).map(EventPosition::parse);
    return new StreamRequest(filter, after.filter(id -> filter.takes(FeedKind.EVENT)));
  }
}
