package io.gazeshift.outputs.stream;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.outputs.feed.DropPolicy;
import io.gazeshift.outputs.feed.EventGap;
import io.gazeshift.outputs.feed.EventPosition;
import io.gazeshift.outputs.feed.FeedKind;
import io.gazeshift.outputs.feed.FeedMessage;
import io.gazeshift.outputs.feed.FeedReader;
import io.gazeshift.outputs.feed.MissedEvents;
import io.gazeshift.outputs.feed.ReturningReader;
import io.gazeshift.outputs.stream.StreamTransport.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * One client of the stream. What it does not take in time waits here; beyond a bound messages are
 * dropped, predictions first, and the client is told how many. Never blocks; thread-safe.
 */
final class StreamClient implements FeedReader, ReturningReader {

  /** About eight seconds of two cameras. */
  static final int MOST_WAITING = 256;

  private final StreamTransport transport;
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

    /** Finds the events that the client missed, and tells it. */
    void resumes(StreamClient client, EventGap gap);
  }

  StreamClient(StreamTransport transport, StreamRequest request, StreamWatcher watcher) {
    this.transport = transport;
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
    request
        .after()
        .ifPresent(after -> watcher.resumes(this, new EventGap(after, now, request.filter())));
  }

  @Override
  public void resumed(MissedEvents found) {
    synchronized (this) {
      missed = Optional.of(found);
      catchingUp = false;
    }
    sendNext();
  }

  @Override
  public void accept(List<FeedMessage> messages) {
    int lost;
    synchronized (this) {
      messages.stream().filter(request.filter()::takes).forEach(waiting::add);
      lost = DropPolicy.dropBeyond(MOST_WAITING, waiting, FeedMessage::kind);
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
    List<Message> messages;
    synchronized (this) {
      if (sending || gone) {
        return;
      }
      messages = next();
      boolean onlyHeartbeat = heartbeatDue && messages.isEmpty();
      heartbeatDue = false;
      sending = onlyHeartbeat || !messages.isEmpty();
      if (!sending) {
        return;
      }
    }
    if (messages.isEmpty()) {
      transport.heartbeat(this::sent);
    } else {
      transport.send(messages, this::sent);
    }
  }

  /** All that waits, at once: a client that is behind catches up. */
  private List<Message> next() {
    List<Message> next = new ArrayList<>();
    // A client that resumes keeps its id until it has what it missed.
    opened.ifPresent(
        now ->
            next.add(
                message("open", request.after().isPresent() ? EventPosition.NONE : now, "{}")));
    opened = Optional.empty();
    missed.ifPresent(found -> addTo(next, found));
    missed = Optional.empty();
    if (!catchingUp) {
      if (dropped > droppedTold) {
        droppedTold = dropped;
        next.add(message("dropped", EventPosition.NONE, "{\"dropped\":%d}".formatted(dropped)));
      }
      waiting.forEach(message -> next.add(message(message)));
      waiting.clear();
    }
    problem.ifPresent(
        reason ->
            next.add(
                message(
                    "problem",
                    EventPosition.NONE,
                    JsonNodeFactory.instance.objectNode().put("problem", reason).toString())));
    ending |= problem.isPresent();
    problem = Optional.empty();
    return next;
  }

  private void addTo(List<Message> next, MissedEvents found) {
    found.events().forEach(event -> next.add(message(event)));
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("events", found.events().size());
    found.missing().ifPresent(reason -> json.put("missing", reason));
    next.add(message("resumed", found.now(), json.toString()));
  }

  private Message message(FeedMessage message) {
    return message(message.kind().key(), message.position(), message.json());
  }

  /** Without an id for a client that wants no events: there is nothing to resume. */
  private Message message(String name, EventPosition position, String data) {
    return Message.of(
        name, request.filter().takes(FeedKind.EVENT) ? position : EventPosition.NONE, data);
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
    transport.end();
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
    transport.stop();
  }
}
