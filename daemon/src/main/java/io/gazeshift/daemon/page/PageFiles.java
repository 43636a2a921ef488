package io.gazeshift.daemon.page;

import io.gazeshift.common.http.Answer;
import io.gazeshift.common.http.Route;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The page itself: files of ours, and nothing from anywhere else. */
final class PageFiles {

  /** Allows only resources of this server, no inline code and no embedding in frames. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final String INDEX = "index.html";
  private static final List<String> OTHERS =
      List.of(
          "page.css",
          "page.js",
          "parts.js",
          "cameras.js",
          "charts.js",
          "domains.js",
          "targets.js",
          "admin.js",
          "icon.svg");

  private PageFiles() {}

  /** By their paths. */
  static Map<String, Route> routes() {
    Map<String, Route> routes = new LinkedHashMap<>();
    routes.put("/", route(INDEX));
    OTHERS.forEach(name -> routes.put("/page/" + name, route(name)));
    return routes;
  }

  private static Route route(String name) {
    Answer answer = new Answer(200, type(name), read(name));
    return Route.page(() -> answer).withPolicy(POLICY);
  }

  private static String type(String name) {
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "html" -> "text/html; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      case "js" -> "text/javascript; charset=utf-8";
      case "svg" -> "image/svg+xml";
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static byte[] read(String name) {
    try (InputStream in = PageFiles.class.getResourceAsStream("/page/" + name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
