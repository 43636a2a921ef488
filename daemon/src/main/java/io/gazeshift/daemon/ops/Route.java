package io.gazeshift.daemon.ops;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.util.function.Function;
import java.util.function.Supplier;

/** What happens at one path. Called on any of the server's few threads, several at a time. */
public interface Route {

  /** Answers; whoever calls closes the exchange. */
  void handle(HttpExchange exchange) throws IOException;

  /** Something to look at, made anew for everyone who does. */
  static Route page(Supplier<Answer> page) {
    return lookedUp(address -> page.get());
  }

  /** As {@link #page}, for what depends on the address that was asked for. */
  static Route lookedUp(Function<URI, Answer> page) {
    return exchange -> {
      String method = exchange.getRequestMethod();
      if (method.equals("GET") || method.equals("HEAD")) {
        page.apply(exchange.getRequestURI()).send(exchange);
      } else {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
        Answer.text(405, "only GET\n").send(exchange);
      }
    };
  }

  /** This route with a policy of what a browser may load for its pages. */
  default Route withPolicy(String contentSecurityPolicy) {
    return exchange -> {
      exchange.getResponseHeaders().set("Content-Security-Policy", contentSecurityPolicy);
      exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
      handle(exchange);
    };
  }
}
