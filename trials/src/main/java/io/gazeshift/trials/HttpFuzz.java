package io.gazeshift.trials;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.gazeshift.trials.harness.RawHttp;
import io.gazeshift.trials.harness.RawHttp.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** Malformed and hostile requests, reproducible by seed. For one thread. */
final class HttpFuzz {

  /** Content of a file that must not be served. */
  static final String PRIVATE = "for this machine only";

  private static final List<String> METHODS =
      List.of(
          "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "CONNECT", "g e t",
          "");
  private static final List<String> TAILS =
      List.of(
          "/../../../../../../etc/passwd",
          "/..%2f..%2f..%2f..%2fetc%2fpasswd",
          "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
          "/....//....//etc/passwd",
          "/../private.html",
          "/..%2fprivate.html",
          "/%2e%2e/private.html",
          "/link.html",
          "/..\\..\\..\\etc\\passwd",
          "%00.html",
          ";a=b",
          "//",
          "?" + "a=".repeat(2000),
          "?q=%ff%fe%zz",
          "/" + "x".repeat(9000),
          "#frag",
          " HTTP/0.9",
          "\t",
          "*",
          "%",
          "?token=guess");
  private static final List<String> HOSTS =
      List.of(
          "evil.example", "localhost.evil.example", "", "[", "127.0.0.1@evil.example", "\u00e9");
  private static final List<String> LENGTHS =
      List.of("-1", "9999999999999999999", "2147483648", "abc", "0x10", "1,1");

  private final RawHttp http;
  private final List<String> open;
  private final List<String> closed;
  private final Random random;

  /**
   * @param open public paths: they may answer with anything that is not a secret
   * @param closed paths that show nothing without a token
   */
  HttpFuzz(RawHttp http, List<String> open, List<String> closed, Random random) {
    this.http = http;
    this.open = open;
    this.closed = closed;
    this.random = random;
  }

  /** Sends so many; what is wrong with their answers. */
  List<String> problems(int requests) {
    return Stream.generate(this::next)
        .limit(requests)
        .filter(problem -> !problem.isEmpty())
        .toList();
  }

  private String next() {
    if (random.nextInt(10) == 0) {
      byte[] noise = new byte[1 + random.nextInt(600)];
      random.nextBytes(noise);
      noise[noise.length - 1] = '\n';
      return problem(http.send(noise, "\r\n\r\n".getBytes(ISO_8859_1)), false, "noise");
    }
    String method = pick(METHODS);
    boolean forAll = random.nextBoolean();
    String path = pick(forAll ? open : closed) + (random.nextInt(3) == 0 ? "" : pick(TAILS));
    Map<String, String> headers = new LinkedHashMap<>();
    boolean foreign = random.nextInt(4) == 0;
    headers.put("Host", foreign ? pick(HOSTS) : http.host());
    if (random.nextInt(3) == 0) {
      headers.put("Authorization", token());
    }
    byte[] body = new byte[random.nextInt(4) == 0 ? random.nextInt(2000) : 0];
    random.nextBytes(body);
    switch (random.nextInt(8)) {
      case 0 -> headers.put("Content-Length", pick(LENGTHS));
      case 1 ->
          headers.put("Transfer-Encoding", random.nextBoolean() ? "chunked" : "gzip, chunked");
      case 2 -> headers.put("Expect", "100-continue");
      case 3 ->
          headers.put("X-" + "y".repeat(random.nextInt(300)), "z".repeat(random.nextInt(9000)));
      case 4 -> headers.put("Sec-Fetch-Site", "cross-site");
      default -> headers.put("Content-Length", Integer.toString(body.length));
    }
    Reply reply = http.send(method, path, headers, body);
    boolean mayRead =
        forAll && !foreign && !headers.containsKey("Sec-Fetch-Site") && !path.contains("passwd");
    return problem(reply, mayRead, "%s %.60s".formatted(method, path));
  }

  private String token() {
    return switch (random.nextInt(6)) {
      case 0 -> "Bearer ";
      case 1 -> "Bearer " + "a".repeat(7000);
      case 2 -> "Basic YWRtaW46YWRtaW4=";
      case 3 -> "bearer null";
      case 4 -> "Bearer \u0000";
      default -> "Bearer " + Long.toHexString(random.nextLong());
    };
  }

  /** What an answer must not be: a page for a stranger, a failure, or an insight. */
  private static String problem(Reply reply, boolean mayRead, String request) {
    if (reply.status() < 0) {
      return request + ": neither answered nor closed the connection";
    }
    if (reply.status() / 100 == 2 && !mayRead) {
      return request + ": " + reply.status();
    }
    // The readiness page says 503 for a reason; the JDK's own 501 and 505 are rejections.
    if (reply.status() == 500 || reply.status() == 502) {
      return request + ": " + reply.status();
    }
    if (reply.text().contains("root:x:")
        || reply.text().contains(PRIVATE)
        || reply.text().contains("\tat ")) {
      return request + ": it reveals files or a stack trace";
    }
    return "";
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
