package io.gazeshift.daemon.page;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gazeshift.common.UserError;
import io.gazeshift.common.http.Answer;
import io.gazeshift.common.http.Exchange;
import io.gazeshift.common.http.Route;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves one action to clients with the admin token. It reads a small JSON body, and only after the
 * token was accepted; a page of another origin is stopped by the browser's preflight request, which
 * gets no answer. Logs every request and every wrong token with the client's address.
 */
final class AdminRoute implements Route {

  private static final Logger log = LoggerFactory.getLogger(AdminRoute.class);
  private static final int MOST_BYTES = 4096;
  private static final String SCHEME = "bearer ";

  private final String name;
  private final Optional<AdminToken> token;
  private final TokenRateLimiter guesses;
  private final AdminAction action;

  /**
   * @param token if empty, the action is disabled
   * @param guesses shared by all actions
   */
  AdminRoute(
      String name, Optional<AdminToken> token, TokenRateLimiter guesses, AdminAction action) {
    this.name = name;
    this.token = token;
    this.guesses = guesses;
    this.action = action;
  }

  @Override
  public void handle(Exchange exchange) throws IOException {
    exchange.send(answer(exchange));
  }

  private Answer answer(Exchange exchange) throws IOException {
    if (!exchange.method().equals("POST")) {
      exchange.setHeader("Allow", "POST");
      return problem(405, "only POST");
    }
    Optional<Answer> refusal = refusal(exchange);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    if (!isJson(exchange)) {
      return problem(415, "only application/json");
    }
    byte[] body = exchange.body(MOST_BYTES + 1);
    if (body.length > MOST_BYTES) {
      return problem(413, "at most %d bytes".formatted(MOST_BYTES));
    }
    return act(address(exchange), body);
  }

  private Optional<Answer> refusal(Exchange exchange) {
    if (token.isEmpty()) {
      return Optional.of(
          problem(403, "changes are disabled; set %s to allow them".formatted(AdminToken.SETTING)));
    }
    String address = address(exchange);
    if (guesses.mustWait(address)) {
      exchange.setHeader("Retry-After", "" + TokenRateLimiter.PAUSE.toSeconds());
      return Optional.of(
          problem(
              429,
              "too many wrong tokens; try again in %d seconds"
                  .formatted(TokenRateLimiter.PAUSE.toSeconds())));
    }
    try {
      if (token.get().is(given(exchange))) {
        guesses.right(address);
        return Optional.empty();
      }
    } catch (UserError e) {
      log.warn("admin: {}", e.getMessage());
      return Optional.of(problem(503, "cannot read the token file; see the log"));
    }
    guesses.wrong(address);
    log.warn("admin: rejected {} from {}: wrong token", name, address);
    exchange.setHeader("WWW-Authenticate", "Bearer");
    return Optional.of(problem(401, "wrong admin token"));
  }

  private Answer act(String address, byte[] body) {
    AdminOrder order;
    try {
      order = AdminOrder.parse(body);
    } catch (UserError e) {
      return problem(400, e.getMessage());
    }
    try {
      String done = action.on(order);
      log.atInfo()
          .addKeyValue("domain", order.domain())
          .log("admin: {} of domain {} by {}: {}", name, order.domain(), address, done);
      return Answer.json(200, JsonNodeFactory.instance.objectNode().put("done", done) + "\n");
    } catch (UserError e) {
      log.atInfo()
          .addKeyValue("domain", order.domain())
          .log(
              "admin: {} of domain {} by {} failed: {}",
              name,
              order.domain(),
              address,
              e.getMessage());
      return problem(409, e.getMessage());
    }
  }

  private static String given(Exchange exchange) {
    String header = exchange.header("Authorization");
    return header != null && header.toLowerCase(Locale.ROOT).startsWith(SCHEME)
        ? header.substring(SCHEME.length()).strip()
        : "";
  }

  private static boolean isJson(Exchange exchange) {
    String type = exchange.header("Content-Type");
    return type != null && type.matches("(?i)application/json(\\s*;.*)?");
  }

  private static String address(Exchange exchange) {
    return exchange.client().getHostAddress();
  }

  private static Answer problem(int status, String text) {
    return Answer.json(status, JsonNodeFactory.instance.objectNode().put("problem", text) + "\n");
  }
}
