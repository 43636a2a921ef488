package io.gazeshift.daemon.page;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gazeshift.common.UserError;
import io.gazeshift.common.http.Answer;
import io.gazeshift.common.http.Exchange;
import io.gazeshift.common.http.Route;
import io.gazeshift.common.http.TokenCheck;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves one action to clients with the admin token. It reads a small JSON body, and only after the
 * token was accepted; a page of another origin is stopped by the browser's preflight request, which
 * gets no answer. Logs every request with the client's address.
 */
final class AdminRoute implements Route {

  private static final Logger log = LoggerFactory.getLogger(AdminRoute.class);
  private static final int MOST_BYTES = 4096;

  private final String name;
  private final Optional<TokenCheck> token;
  private final AdminAction action;

  /**
   * @param token if empty, the action is disabled
   */
  AdminRoute(String name, Optional<TokenCheck> token, AdminAction action) {
    this.name = name;
    this.token = token;
    this.action = action;
  }

  @Override
  public void handle(Exchange exchange) throws IOException {
    exchange.send(answer(exchange));
  }

  private Answer answer(Exchange exchange) throws IOException {
    if (!exchange.method().equals("POST")) {
      exchange.setHeader("Allow", "POST");
      return Answer.problem(405, "only POST");
    }
    Optional<Answer> refusal = refusal(exchange);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    if (!isJson(exchange)) {
      return Answer.problem(415, "only application/json");
    }
    byte[] body = exchange.body(MOST_BYTES + 1);
    if (body.length > MOST_BYTES) {
      return Answer.problem(413, "at most %d bytes".formatted(MOST_BYTES));
    }
    return act(address(exchange), body);
  }

  private Optional<Answer> refusal(Exchange exchange) {
    return token.isPresent()
        ? token.get().refusal(exchange)
        : Optional.of(
            Answer.problem(
                403, "changes are disabled; set %s to allow them".formatted(Tokens.ADMIN_SETTING)));
  }

  private Answer act(String address, byte[] body) {
    AdminOrder order;
    try {
      order = AdminOrder.parse(body);
    } catch (UserError e) {
      return Answer.problem(400, e.getMessage());
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
      return Answer.problem(409, e.getMessage());
    }
  }

  private static boolean isJson(Exchange exchange) {
    String type = exchange.header("Content-Type");
    return type != null && type.matches("(?i)application/json(\\s*;.*)?");
  }

  private static String address(Exchange exchange) {
    return exchange.client().getHostAddress();
  }
}
