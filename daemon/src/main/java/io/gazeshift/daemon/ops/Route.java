package io.gazeshift.daemon.ops;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.function.Supplier;

/** What happens at one path. Called on any of the server's few threads, several at a time. */
public interface Route {

  /** Answers; whoever calls closes the exchange. */
  void handle(HttpExchange exchange) throws IOException;

  /** Something to look at, made anew for everyone who does. */
  static Route page(Supplier<Answer> page) {
    return exchange -> {
      String method = exchange.getRequestMethod();
      if (method.equals("GET") || method.equals("HEAD")) {
        page.get().send(exchange);
      } else {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
        Answer.text(405, "only GET\n").send(exchange);
      }
    };
  }
}
