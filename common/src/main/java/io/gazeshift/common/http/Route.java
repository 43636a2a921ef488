package io.gazeshift.common.http;

import java.io.IOException;
import java.net.URI;
import java.util.function.Function;
import java.util.function.Supplier;

/** What happens at one path. Called on any of the server's threads, several at a time. */
@FunctionalInterface
public interface Route {

  /**
   * Answers once, by {@link Exchange#send}, {@link Exchange#stream}, {@link Exchange#open} or
   * {@link Exchange#openWebSocket}.
   */
  void handle(Exchange exchange) throws IOException;

  /** A document that is made anew for every request. */
  static Route page(Supplier<Answer> page) {
    return lookedUp(address -> page.get());
  }

  /** As {@link #page}, for a document that depends on the requested address. */
  static Route lookedUp(Function<URI, Answer> page) {
    return exchange -> {
      String method = exchange.method();
      if (method.equals("GET") || method.equals("HEAD")) {
        exchange.send(page.apply(exchange.uri()));
      } else {
        exchange.setHeader("Allow", "GET, HEAD");
        exchange.send(Answer.text(405, "only GET\n"));
      }
    };
  }

  /** This route with a policy of what a browser may load for its pages. */
  default Route withPolicy(String contentSecurityPolicy) {
    return exchange -> {
      exchange.setHeader("Content-Security-Policy", contentSecurityPolicy);
      exchange.setHeader("Referrer-Policy", "no-referrer");
      handle(exchange);
    };
  }
}
