package io.gazeshift.trials;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.gazeshift.trials.harness.Checks;
import io.gazeshift.trials.harness.RawHttp;
import io.gazeshift.trials.harness.Recovery;
import io.gazeshift.trials.harness.TrialResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Requests without a token, with a wrong token, and malformed requests with the right one. */
final class TokenMisuse {

  static final String ROW = "intruder: tokens, missing, wrong and right";

  /** Routes that need the token; add new routes here. */
  static final List<String> PATHS =
      List.of("/api/admin/adapt", "/api/admin/rollback", "/api/admin/pin", "/api/admin/unpin");

  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final String ORDER = "{\"domain\": \"lobby\"}";
  private static final List<String> NO_ORDERS =
      List.of(
          "",
          "null",
          "[]",
          "{",
          "{\"domain\": \"../lobby\"}",
          "{\"domain\": \"lobby\", \"version\": -1}",
          "{\"domain\": \"lobby\", \"token\": \"guess\"}",
          "[".repeat(3000));

  private final RawHttp guesser;
  private final RawHttp owner;
  private final String token;

  /** Sends from two addresses: the guessing client has to wait, the owner does not. */
  TokenMisuse(RawHttp http, String token) {
    this.guesser = http.from("127.0.0.2");
    this.owner = http.from("127.0.0.3");
    this.token = token;
  }

  TrialResult row() {
    Checks checks = new Checks();
    String almost = token.substring(0, token.length() - 1) + "~";
    // Three without a token, which are no guesses, and as many guesses as are free.
    List<String> wrong =
        List.of(
            "",
            "Bearer ",
            "Basic Z3Vlc3M=",
            "Bearer guess",
            "Bearer guess2",
            "Bearer guess3",
            "Bearer " + token + "~",
            "Bearer " + almost);
    for (int i = 0; i < wrong.size(); i++) {
      checks.equal(
          "a missing token and a wrong token are rejected (401)",
          401,
          order(guesser, PATHS.get(i % PATHS.size()), wrong.get(i), ORDER));
    }
    for (String path : PATHS) {
      checks.equal(
          "a client that guesses too often must wait (429), even with the right token",
          429,
          order(guesser, path, "Bearer " + token, ORDER));
    }
    checks.within(
        PATIENCE,
        "valid tokens from other clients still work (200)",
        () -> order(owner, PATHS.get(0), "Bearer " + token, ORDER) == 200);
    for (String path : PATHS) {
      for (String none : NO_ORDERS) {
        checks.equal(
            "malformed requests are rejected (400), also with the right token",
            400,
            order(owner, path, "Bearer " + token, none));
      }
      checks.equal(
          "requests that are too long are rejected (413)",
          413,
          order(owner, path, "Bearer " + token, " ".repeat(5000)));
    }
    int requests = wrong.size() + PATHS.size() * (NO_ORDERS.size() + 2) + 1;
    return TrialResult.of(ROW, Integer.toString(requests), new Recovery(), checks, "");
  }

  private static int order(RawHttp from, String path, String authorization, String order) {
    byte[] body = order.getBytes(ISO_8859_1);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Host", from.host());
    headers.put("Content-Type", "application/json");
    headers.put("Content-Length", Integer.toString(body.length));
    if (!authorization.isEmpty()) {
      headers.put("Authorization", authorization);
    }
    return from.send("POST", path, headers, body).status();
  }
}
