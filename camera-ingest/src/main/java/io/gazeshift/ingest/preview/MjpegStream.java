package io.gazeshift.ingest.preview;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * The pictures of one camera on their way to one client, until either is gone. Runs on the client's
 * thread.
 */
final class MjpegStream {

  private static final String BOUNDARY = "gazeshift-picture";
  private static final Duration SILENCE = Duration.ofSeconds(3);

  private final HttpExchange exchange;
  private final byte[] placeholder;
  private volatile long writingSinceNanos;
  private volatile boolean writing;

  /** The placeholder is shown while the camera shows nothing. */
  MjpegStream(HttpExchange exchange, byte[] placeholder) {
    this.exchange = exchange;
    this.placeholder = placeholder;
  }

  /** Returns when the client has gone (by an exception) or the thread is interrupted. */
  void run(LatestPicture picture) throws IOException {
    exchange
        .getResponseHeaders()
        .set("Content-Type", "multipart/x-mixed-replace; boundary=" + BOUNDARY);
    try (LatestPicture.Watch watch = picture.watch()) {
      exchange.sendResponseHeaders(200, 0);
      OutputStream out = exchange.getResponseBody();
      out.write(("--" + BOUNDARY + "\r\n").getBytes(US_ASCII));
      while (true) {
        // Without pictures a closed connection would go unnoticed.
        send(out, watch.next(SILENCE).orElse(placeholder));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends with the next boundary: browsers show a part only when they have seen it. */
  private void send(OutputStream out, byte[] jpeg) throws IOException {
    writingSinceNanos = System.nanoTime();
    writing = true;
    out.write(
        "Content-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n"
            .formatted(jpeg.length)
            .getBytes(US_ASCII));
    out.write(jpeg);
    out.write(("\r\n--" + BOUNDARY + "\r\n").getBytes(US_ASCII));
    out.flush();
    writing = false;
  }

  /** Cuts off a client that has not taken a picture for so long. From any thread. */
  void closeIfStuck(Duration limit) {
    if (writing && System.nanoTime() - writingSinceNanos > limit.toNanos()) {
      exchange.close();
    }
  }
}
