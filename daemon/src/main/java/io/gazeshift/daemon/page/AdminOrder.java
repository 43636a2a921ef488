package io.gazeshift.daemon.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.gazeshift.common.UserError;
import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A request for an {@link AdminAction}.
 *
 * @param version for actions on one version
 * @param reason to record, if given
 */
record AdminOrder(String domain, OptionalLong version, Optional<String> reason) {

  private static final JsonMapper JSON = new JsonMapper();
  private static final Set<String> FIELDS = Set.of("domain", "version", "reason");
  private static final Pattern DOMAIN = Pattern.compile("[A-Za-z0-9._-]{1,100}");
  private static final Pattern REASON = Pattern.compile("[^\\p{Cntrl}]{1,200}");

  /**
   * Parses a request.
   *
   * @throws UserError if it is invalid
   */
  static AdminOrder parse(byte[] json) {
    JsonNode node;
    try {
      node = JSON.readTree(json);
    } catch (IOException e) {
      throw new UserError("the request is not JSON; send {\"domain\": \"lab\"}", e);
    }
    if (node == null || !node.isObject()) {
      throw new UserError("the request is not a JSON object; send {\"domain\": \"lab\"}");
    }
    for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
      if (!FIELDS.contains(names.next())) {
        throw new UserError("unknown field; a request has 'domain', 'version' and 'reason'");
      }
    }
    return new AdminOrder(domain(node), version(node.path("version")), reason(node.path("reason")));
  }

  private static String domain(JsonNode node) {
    String domain = node.path("domain").asText();
    if (!isDomain(domain)) {
      throw new UserError("'domain' must be 1 to 100 letters, digits, '.', '_' or '-'");
    }
    return domain;
  }

  /** Whether this is a valid name of a domain. */
  static boolean isDomain(String text) {
    return DOMAIN.matcher(text).matches();
  }

  private static OptionalLong version(JsonNode version) {
    if (version.isMissingNode() || version.isNull()) {
      return OptionalLong.empty();
    }
    if (!version.isIntegralNumber() || !version.canConvertToLong() || version.asLong() < 0) {
      throw new UserError("'version' must be a whole number, 0 for the source head");
    }
    return OptionalLong.of(version.asLong());
  }

  private static Optional<String> reason(JsonNode reason) {
    String text = reason.isNull() ? "" : reason.asText().strip();
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (!REASON.matcher(text).matches()) {
      throw new UserError("'reason' must be one line of at most 200 characters");
    }
    return Optional.of(text);
  }

  /** What was done, with the reason if one was given. */
  String summary(String done) {
    return reason.map(why -> done + ": " + why).orElse(done);
  }
}
