package io.gazeshift.common.http;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;

/**
 * Reads what comes with a request, as far as it is small, before it is answered. The JDK's server
 * hangs up on whoever has something left to read, without telling the client first; the client then
 * loses this answer, or the next request that it sends on the same connection.
 */
final class WholeRequest extends Filter {

  private static final int SMALL_BYTES = 64 << 10;

  @Override
  public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
    InputStream body = exchange.getRequestBody();
    byte[] start = body.readNBytes(SMALL_BYTES);
    if (start.length == SMALL_BYTES) {
      // What is left is not waited for, so the connection is of no further use.
      exchange.getResponseHeaders().set("Connection", "close");
    }
    exchange.setStreams(new SequenceInputStream(new ByteArrayInputStream(start), body), null);
    chain.doFilter(exchange);
  }

  @Override
  public String description() {
    return "reads small bodies first";
  }
}
