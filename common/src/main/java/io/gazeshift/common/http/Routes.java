package io.gazeshift.common.http;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Routes by their exact paths; a path that ends in a slash also serves what is directly below it.
 * Thread-safe.
 */
public final class Routes implements Route {

  private final Map<String, Route> byPath;

  public Routes(Map<String, Route> byPath) {
    this.byPath = new ConcurrentHashMap<>(byPath);
  }

  /** Adds a route, or replaces the one at that path. */
  public void add(String path, Route route) {
    byPath.put(path, route);
  }

  @Override
  public void handle(Exchange exchange) throws IOException {
    String path = exchange.path();
    Route exact = byPath.get(path);
    String above = path.substring(0, path.lastIndexOf('/') + 1);
    Route route = exact != null || above.length() < 2 ? exact : byPath.get(above);
    if (route == null) {
      exchange.send(Answer.text(404, "there is no such page\n"));
    } else {
      route.handle(exchange);
    }
  }
}
