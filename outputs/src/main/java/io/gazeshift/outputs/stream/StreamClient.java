package io.gazeshift.outputs.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gazeshift.common.http.MessageChannel;
import io.gazeshift.outputs.feed.FeedFilter;
import io.gazeshift.outputs.feed.FeedMessage;
import io.gazeshift.outputs.feed.FeedReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * One client of the stream. What it does not take in time waits here; beyond a bound the oldest
 * messages are dropped, and the client is told how many. Never blocks; thread-safe.
 */
final class StreamClient implements FeedReader {

  /** About eight seconds of two cameras. */
  static final int MOST_WAITING = 256;

  private final MessageChannel channel;
  private final FeedFilter filter;
  private final StreamWatcher watcher;
  private final Deque<FeedMessage> waiting = new ArrayDeque<>();
  private boolean opened;
  private boolean sending;
  private boolean gone;
  private boolean heartbeatDue;
  private boolean ending;
  private Optional<String> problem = Optional.empty();
  private long dropped;
  private long droppedTold;

  /** Is told of what happens to a client. */
  interface StreamWatcher {
    void dropped(long messages);

    void gone(StreamClient client);
  }

  StreamClient(MessageChannel channel, FeedFilter filter, StreamWatcher watcher) {
    this.channel = channel;
    this.filter = filter;
    this.watcher = watcher;
  }

  @Override
  public void opened() {
    synchronized (this) {
      opened = true;
    }
    sendNext();
  }

  @Override
  public void accept(List<FeedMessage> messages) {
    long lost = 0;
    synchronized (this) {
      for (FeedMessage message : messages) {
        if (filter.takes(message)) {
          if (waiting.size() == MOST_WAITING) {
            waiting.remove();
            lost++;
          }
          waiting.add(message);
        }
      }
      dropped += lost;
    }
    if (lost > 0) {
      watcher.dropped(lost);
    }
    sendNext();
  }

  @Override
  public void refused(String reason) {
    synchronized (this) {
      problem = Optional.of(reason);
    }
    sendNext();
  }

  /** Shows a client that waits, and everything between, that the connection lives. */
  void heartbeat() {
    synchronized (this) {
      heartbeatDue = true;
    }
    sendNext();
  }

  private void sendNext() {
    String text;
    synchronized (this) {
      if (sending || gone) {
        return;
      }
      text = next();
      if (text.isEmpty()) {
        return;
      }
      sending = true;
    }
    channel.send(text.getBytes(UTF_8), this::sent);
  }

  /** All that waits, in one piece: a client that is behind catches up. */
  private String next() {
    StringBuilder text = new StringBuilder();
    if (opened) {
      opened = false;
      text.append("event: open\ndata: {}\n\n");
    }
    if (dropped > droppedTold) {
      droppedTold = dropped;
      text.append("event: dropped\ndata: {\"dropped\":").append(dropped).append("}\n\n");
    }
    for (FeedMessage message = waiting.poll(); message != null; message = waiting.poll()) {
      text.append("event: ").append(message.kind().key());
      text.append("\ndata: ").append(message.json()).append("\n\n");
    }
    problem.ifPresent(
        reason ->
            text.append("event: problem\ndata: ")
                .append(JsonNodeFactory.instance.objectNode().put("problem", reason))
                .append("\n\n"));
    ending |= problem.isPresent();
    problem = Optional.empty();
    if (heartbeatDue && text.isEmpty()) {
      text.append(": still here\n\n");
    }
    heartbeatDue = false;
    return text.toString();
  }

  private void sent(boolean stillThere) {
    boolean end;
    synchronized (this) {
      sending = false;
      end = ending || !stillThere;
      gone |= end;
    }
    if (!end) {
      sendNext();
      return;
    }
    channel.close();
    watcher.gone(this);
  }

  /** Whether nothing is sent to it any more. */
  synchronized boolean isGone() {
    return gone;
  }

  void close() {
    synchronized (this) {
      gone = true;
    }
    channel.close();
  }
}
