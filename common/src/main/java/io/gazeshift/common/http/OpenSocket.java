package io.gazeshift.common.http;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One web socket. Jetty answers pings and the client's wish to close; messages from the client are
 * ignored. Thread-safe. Public for Jetty alone, which looks for its methods by reflection.
 */
public final class OpenSocket implements Session.Listener.AutoDemanding, WebSocketChannel {

  private static final Logger log = LoggerFactory.getLogger(OpenSocket.class);

  private final Consumer<WebSocketChannel> opened;
  private volatile @Nullable Session session;

  /**
   * @param opened is told when messages can be sent
   */
  OpenSocket(Consumer<WebSocketChannel> opened) {
    this.opened = opened;
  }

  @Override
  public void onWebSocketOpen(Session newSession) {
    session = newSession;
    opened.accept(this);
  }

  /** Present so that the limit of a message's size holds. */
  @Override
  public void onWebSocketText(String message) {}

  @Override
  public void onWebSocketBinary(ByteBuffer payload, Callback callback) {
    callback.succeed();
  }

  @Override
  public void onWebSocketError(Throwable cause) {
    log.debug("a web socket ends: {}", cause.toString());
  }

  @Override
  public void send(List<String> messages, Consumer<Boolean> done) {
    int last = messages.size() - 1;
    Session to = session();
    // Jetty keeps the order, so the last one is done after all others.
    messages.subList(0, last).forEach(message -> to.sendText(message, Callback.NOOP));
    to.sendText(messages.get(last), telling(done));
  }

  @Override
  public void ping(Consumer<Boolean> done) {
    session().sendPing(ByteBuffer.allocate(0), telling(done));
  }

  private static Callback telling(Consumer<Boolean> done) {
    return Callback.from(() -> done.accept(true), failure -> done.accept(false));
  }

  @Override
  public void close(int code, String reason) {
    session().close(code, reason, Callback.NOOP);
  }

  private Session session() {
    Session open = session;
    if (open == null) {
      throw new IllegalStateException("the web socket is not open yet");
    }
    return open;
  }
}
