package io.gazeshift.common.http;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** The answer to a request, which goes on after its route has returned. Thread-safe. */
final class OpenAnswer implements MessageChannel {

  private enum State {
    IDLE,
    SENDING,
    CLOSED
  }

  private final Request request;
  private final Response response;
  private final Callback callback;
  private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);

  OpenAnswer(Request request, Response response, Callback callback) {
    this.request = request;
    this.response = response;
    this.callback = callback;
  }

  @Override
  public void send(byte[] message, Consumer<Boolean> done) {
    if (!state.compareAndSet(State.IDLE, State.SENDING)) {
      if (state.get() == State.CLOSED) {
        done.accept(false);
        return;
      }
      throw new IllegalStateException("a message is on its way already");
    }
    response.write(
        false,
        ByteBuffer.wrap(message),
        Callback.from(() -> sent(done), failure -> failed(failure, done)));
  }

  private void sent(Consumer<Boolean> done) {
    if (state.compareAndSet(State.SENDING, State.IDLE)) {
      done.accept(true);
    } else {
      callback.succeeded();
      done.accept(false);
    }
  }

  private void failed(Throwable failure, Consumer<Boolean> done) {
    state.set(State.CLOSED);
    callback.failed(failure);
    done.accept(false);
  }

  @Override
  public void close() {
    switch (state.getAndSet(State.CLOSED)) {
      case IDLE -> callback.succeeded();
      case SENDING -> request.getConnectionMetaData().getConnection().getEndPoint().close();
      case CLOSED -> {}
    }
  }
}
