package io.gazeshift.common.http;

import io.gazeshift.common.UserError;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets in requests that carry one of some tokens, as {@code Authorization: Bearer TOKEN}. One for a
 * web socket may carry it as the protocol {@code bearer.TOKEN} instead, because browsers set no
 * headers there. Logs every wrong token with the client's address. Thread-safe.
 */
public final class TokenCheck {

  private static final Logger log = LoggerFactory.getLogger(TokenCheck.class);
  private static final String SCHEME = "bearer ";
  private static final String PROTOCOL = "bearer.";

  private final String scope;
  private final List<TokenFile> accepted;
  private final TokenRateLimiter guesses;

  /**
   * @param scope what the token is for, such as {@code admin}
   * @param guesses shared by all paths of this scope; a request without a token is no guess
   */
  public TokenCheck(String scope, List<TokenFile> accepted, TokenRateLimiter guesses) {
    this.scope = scope;
    this.accepted = List.copyOf(accepted);
    this.guesses = guesses;
  }

  /** The answer to a request that is not let in; empty for one that is. */
  public Optional<Answer> refusal(Exchange exchange) {
    String address = exchange.client().getHostAddress();
    if (guesses.mustWait(address)) {
      exchange.setHeader("Retry-After", "" + TokenRateLimiter.PAUSE.toSeconds());
      return Optional.of(
          Answer.problem(
              429,
              "too many wrong tokens; try again in %d seconds"
                  .formatted(TokenRateLimiter.PAUSE.toSeconds())));
    }
    String given = given(exchange);
    if (given.isEmpty()) {
      exchange.setHeader("WWW-Authenticate", "Bearer");
      return Optional.of(Answer.problem(401, "the %s token is required".formatted(scope)));
    }
    try {
      if (accepted.stream().anyMatch(token -> token.is(given))) {
        guesses.right(address);
        return Optional.empty();
      }
    } catch (UserError e) {
      log.warn("{}: {}", scope, e.getMessage());
      return Optional.of(Answer.problem(503, "cannot read the token file; see the log"));
    }
    guesses.wrong(address);
    log.warn("{}: rejected {} from {}: wrong token", scope, exchange.path(), address);
    exchange.setHeader("WWW-Authenticate", "Bearer");
    return Optional.of(Answer.problem(401, "wrong %s token".formatted(scope)));
  }

  private static String given(Exchange exchange) {
    String header = exchange.header("Authorization");
    if (header != null && header.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
      return header.substring(SCHEME.length()).strip();
    }
    return exchange.wantsWebSocket()
        ? exchange.webSocketProtocols().stream()
            .filter(protocol -> protocol.startsWith(PROTOCOL))
            .map(protocol -> protocol.substring(PROTOCOL.length()))
            .findFirst()
            .orElse("")
        : "";
  }
}
