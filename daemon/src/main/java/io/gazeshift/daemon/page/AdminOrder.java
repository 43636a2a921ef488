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
 * What somebody wants to have done.
 *
 * @param version where the action is about one
 * @param reason why, for the record, where it was said
 */
record AdminOrder(String domain, OptionalLong version, Optional<String> reason) {

  private static final JsonMapper JSON = new JsonMapper();
  private static final Set<String> FIELDS = Set.of("domain", "version", "reason");
  private static final Pattern DOMAIN = Pattern.compile("[A-Za-z0-9._-]{1,100}");
  private static final Pattern REASON = Pattern.compile("[^\\p{Cntrl}]{1,200}");

  /**
   * Reads an order.
   *
   * @throws UserError where it is none
   */
  static AdminOrder parse(byte[] json) {
    JsonNode node;
    try {
      node = JSON.readTree(json);
    } catch (IOException e) {
      throw new UserError("the order is no JSON; send {\"domain\": \"lab\"}", e);
    }
    if (node == null || !node.isObject()) {
      throw new UserError("the order is no JSON object; send {\"domain\": \"lab\"}");
    }
    for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
      if (!FIELDS.contains(names.next())) {
        throw new UserError(
            "the order may have 'domain', 'version' and 'reason', and nothing else");
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

  /** Whether a domain can be called that. */
  static boolean isDomain(String text) {
    return DOMAIN.matcher(text).matches();
  }

  private static OptionalLong version(JsonNode version) {
    if (version.isMissingNode() || version.isNull()) {
      return OptionalLong.empty();
    }
    if (!version.isIntegralNumber() || !version.canConvertToLong() || version.asLong() < 0) {
      throw new UserError("'version' must be a number, 0 for the source head");
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

  /** What was done, and why if it was said. */
  String summary(String done) {
    return reason.map(why -> done + ": " + why).orElse(done);
  }
}
