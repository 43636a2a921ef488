package io.gazeshift.common.http;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;

/**
 * Adds {@code Connection: close} to every answer. The JDK's server, configured not to drain unread
 * bodies, closes the connection after every answer; a client that is not told loses its next
 * request.
 */
final class LastAnswer extends Filter {

  @Override
  public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
    exchange.getResponseHeaders().set("Connection", "close");
    chain.doFilter(exchange);
  }

  @Override
  public String description() {
    return "closes the connection after each answer";
  }
}
