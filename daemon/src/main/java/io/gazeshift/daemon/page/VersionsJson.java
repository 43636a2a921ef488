package io.gazeshift.daemon.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.protocol.v1.HeadModel;
import java.util.List;

/** The versions of a domain as the page's script reads them, newest first. */
final class VersionsJson {

  private VersionsJson() {}

  static ObjectNode of(String domain, List<HeadModel> versions) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode().put("domain", domain);
    ArrayNode array = answer.putArray("versions");
    for (HeadModel head : versions) {
      ObjectNode node =
          array
              .addObject()
              .put("version", head.getVersion())
              .put("parent", head.getParentVersion())
              .put("pinned", head.getPinned())
              .put("author", head.getAuthor().isEmpty() ? "service" : head.getAuthor())
              .put("created", head.getCreatedMicros() / 1000)
              .put("reason", head.getReportSummary())
              .put("signed", !head.getSignature().isEmpty());
      if (head.hasRestoredVersion()) {
        node.put("restored", head.getRestoredVersion());
      }
    }
    return answer;
  }
}
