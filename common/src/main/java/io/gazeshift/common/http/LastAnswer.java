package io.gazeshift.common.http;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;

/**
 * Says with every answer that the connection ends with it. The JDK's server, told not to wait for
 * what is left of a body, hangs up after every answer; a client that is not told loses what it asks
 * next.
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
