package io.gazeshift.outputs.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.common.http.MessageChannel;
import io.gazeshift.outputs.feed.EventPosition;
import io.gazeshift.outputs.feed.FeedKind;
import io.gazeshift.outputs.feed.FeedMessage;
import io.gazeshift.outputs.feed.FeedReader;
import io.gazeshift.outputs.feed.MissedEvents;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One client of the stream. What it does not take in time waits here; beyond a bound the oldest
 * messages are dropped, and the client is told how many. Never blocks; thread-safe.
 */
final class StreamClient implements FeedReader {

  /** About eight seconds of two cameras. */
  static final int MOST_WAITING = 256;

  private final MessageChannel channel;
  private final StreamRequest request;
  private final StreamWatcher watcher;
  private final Deque<FeedMessage> waiting = new ArrayDeque<>();
  private Optional<EventPosition> opened = Optional.empty();
  private Optional<MissedEvents> missed = Optional.empty();
  private boolean catchingUp;
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

    /** Finds the events between the one that the client has and now, and hands them over. */
    void resumes(StreamRequest request, EventPosition now, Consumer<MissedEvents> then);
  }

  StreamClient(MessageChannel channel, StreamRequest request, StreamWatcher watcher) {
    this.channel = channel;
    this.request = request;
    this.watcher = watcher;
    this.catchingUp = request.after().isPresent();
  }

  @Override
  public void opened(EventPosition now) {
    synchronized (this) {
      opened = Optional.of(now);
    }
    sendNext();
    if (request.after().isPresent()) {
      watcher.resumes(request, now, this::resumed);
    }
  }

  private void resumed(MissedEvents found) {
    synchronized (this) {
      missed = Optional.of(found);
      catchingUp = false;
    }
    sendNext();
  }

  @Override
  public void accept(List<FeedMessage> messages) {
    long lost = 0;
    synchronized (this) {
      for (FeedMessage message : messages) {
        if (request.filter().takes(message)) {
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
    opened.ifPresent(
        // A client that resumes keeps its id until it has what it missed.
        now -> append(text, "open", request.after().isPresent() ? EventPosition.NONE : now, "{}"));
    opened = Optional.empty();
    missed.ifPresent(found -> append(text, found));
    missed = Optional.empty();
    if (!catchingUp) {
      if (dropped > droppedTold) {
        droppedTold = dropped;
        append(text, "dropped", EventPosition.NONE, "{\"dropped\":%d}".formatted(dropped));
      }
      for (FeedMessage message = waiting.poll(); message != null; message = waiting.poll()) {
        append(text, message);
      }
    }
    problem.ifPresent(
        reason ->
            append(
                text,
                "problem",
                EventPosition.NONE,
                JsonNodeFactory.instance.objectNode().put("problem", reason).toString()));
    ending |= problem.isPresent();
    problem = Optional.empty();
    if (heartbeatDue && text.isEmpty()) {
      text.append(": still here\n\n");
    }
    heartbeatDue = false;
    return text.toString();
  }

  private void append(StringBuilder text, MissedEvents found) {
    found.events().forEach(message -> append(text, message));
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("events", found.events().size());
    found.missing().ifPresent(reason -> json.put("missing", reason));
    append(text, "resumed", found.now(), json.toString());
  }

  private void append(StringBuilder text, FeedMessage message) {
    append(text, message.kind().key(), message.position(), message.json());
  }

  private void append(StringBuilder text, String name, EventPosition position, String data) {
    text.append("event: ").append(name);
    if (!position.isNone() && request.filter().takes(FeedKind.EVENT)) {
      text.append("\nid: ").append(position.id());
    }
    text.append("\ndata: ").append(data).append("\n\n");
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
