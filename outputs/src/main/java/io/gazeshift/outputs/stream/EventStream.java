package io.gazeshift.outputs.stream;

import io.gazeshift.common.UserError;
import io.gazeshift.common.http.Answer;
import io.gazeshift.common.http.Exchange;
import io.gazeshift.common.http.Route;
import io.gazeshift.common.http.TokenCheck;
import io.gazeshift.common.process.RepeatingThread;
import io.gazeshift.outputs.feed.EventGap;
import io.gazeshift.outputs.feed.EventHistory;
import io.gazeshift.outputs.feed.LiveFeed;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Serves the feed as server-sent events, and to clients that ask for one over a web socket, to as
 * many as are allowed. A client costs no thread, and a slow one loses its own messages only. Feed
 * and history belong to the caller.
 */
public final class EventStream implements Route, AutoCloseable {

  /** Where it is served. */
  public static final String PATH = "/api/v1/stream";

  static final int MOST_CLIENTS = 500;

  /** Shorter than the time after which proxies give up on a silent connection. */
  private static final Duration HEARTBEAT = Duration.ofSeconds(10);

  private final LiveFeed feed;
  private final EventHistory history;
  private final Optional<TokenCheck> token;
  private final Counter dropped;
  private final Set<StreamClient> clients = ConcurrentHashMap.newKeySet();
  private final Watcher watcher = new Watcher();
  private final RepeatingThread timer;

  /**
   * @param token what clients must have; empty if nothing
   */
  public EventStream(
      LiveFeed feed, EventHistory history, Optional<TokenCheck> token, MeterRegistry registry) {
    this.feed = feed;
    this.history = history;
    this.token = token;
    this.dropped = StreamMeters.DROPPED.in(registry);
    StreamMeters.CLIENTS.in(registry, clients::size);
    this.timer =
        RepeatingThread.start(
            "stream-heartbeat", HEARTBEAT, () -> clients.forEach(StreamClient::heartbeat));
  }

  @Override
  public void handle(Exchange exchange) {
    if (!exchange.method().equals("GET")) {
      exchange.setHeader("Allow", "GET");
      exchange.send(Answer.problem(405, "only GET"));
      return;
    }
    Optional<Answer> refusal = token.flatMap(check -> check.refusal(exchange));
    if (refusal.isPresent()) {
      exchange.send(refusal.get());
      return;
    }
    if (clients.size() >= MOST_CLIENTS) {
      exchange.send(
          Answer.problem(503, "already %d clients; try again later".formatted(MOST_CLIENTS)));
      return;
    }
    try {
      StreamRequest request = StreamRequest.of(exchange);
      if (exchange.wantsWebSocket()) {
        exchange.openWebSocket(
            WebSocketMessages.PROTOCOL, channel -> serve(new WebSocketMessages(channel), request));
      } else {
        serve(new ServerSentEvents(exchange.open(ServerSentEvents.TYPE)), request);
      }
    } catch (UserError e) {
      exchange.send(Answer.problem(400, String.valueOf(e.getMessage())));
    }
  }

  private void serve(StreamTransport transport, StreamRequest request) {
    StreamClient client = new StreamClient(transport, request, watcher);
    clients.add(client);
    feed.add(client);
    // It may have gone while it was added.
    if (client.isGone()) {
      watcher.gone(client);
    }
  }

  private final class Watcher implements StreamClient.StreamWatcher {

    @Override
    public void dropped(long messages) {
      dropped.increment(messages);
    }

    @Override
    public void gone(StreamClient client) {
      feed.remove(client);
      history.remove(client);
      clients.remove(client);
    }

    @Override
    public void resumes(StreamClient client, EventGap gap) {
      history.read(gap, client);
      // It may have gone before it waited.
      if (client.isGone()) {
        history.remove(client);
      }
    }
  }

  @Override
  public void close() {
    timer.close();
    clients.forEach(
        client -> {
          feed.remove(client);
          history.remove(client);
          client.close();
        });
    clients.clear();
  }
}
