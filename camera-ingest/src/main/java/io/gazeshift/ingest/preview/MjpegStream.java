package io.gazeshift.ingest.preview;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.gazeshift.common.http.Exchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/** The pictures of one camera on their way to one client. Runs on the client's thread. */
final class MjpegStream {

  private static final String BOUNDARY = "gazeshift-picture";

  /** Shorter than the server's patience with a connection on which nothing happens. */
  private static final Duration SILENCE = Duration.ofSeconds(3);

  private final Exchange exchange;
  private final byte[] placeholder;

  /** The placeholder is shown while the camera shows nothing. */
  MjpegStream(Exchange exchange, byte[] placeholder) {
    this.exchange = exchange;
    this.placeholder = placeholder;
  }

  /** Returns when the client has gone (by an exception) or the thread is interrupted. */
  void run(LatestPicture picture) throws IOException {
    try (LatestPicture.Watch watch = picture.watch()) {
      OutputStream out = exchange.stream("multipart/x-mixed-replace; boundary=" + BOUNDARY);
      out.write(("--" + BOUNDARY + "\r\n").getBytes(US_ASCII));
      out.flush();
      while (true) {
        // Without pictures a client that has gone would not be noticed.
        out.write(part(watch.next(SILENCE).orElse(placeholder)));
        out.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends with the next boundary: browsers show a part only when they have seen it. */
  private static byte[] part(byte[] jpeg) {
    ByteArrayOutputStream part = new ByteArrayOutputStream(jpeg.length + 128);
    part.writeBytes(
        "Content-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n"
            .formatted(jpeg.length)
            .getBytes(US_ASCII));
    part.writeBytes(jpeg);
    part.writeBytes(("\r\n--" + BOUNDARY + "\r\n").getBytes(US_ASCII));
    return part.toByteArray();
  }
}
