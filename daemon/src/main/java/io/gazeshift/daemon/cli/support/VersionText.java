package io.gazeshift.daemon.cli.support;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gazeshift.common.cli.JsonOutput;
import io.gazeshift.protocol.v1.HeadModel;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;

/** Head versions as text and as JSON. */
public final class VersionText {

  private static final String SERVICE = "service";

  private final Instant now;

  public VersionText(Instant now) {
    this.now = now;
  }

  public static Instant created(HeadModel head) {
    return Instant.EPOCH.plus(head.getCreatedMicros(), ChronoUnit.MICROS);
  }

  /** The time since it was published. */
  public String age(HeadModel head) {
    if (head.getCreatedMicros() == 0) {
      return "?";
    }
    Duration age = Duration.between(created(head), now);
    if (age.toSeconds() < 60) {
      return Math.max(0, age.toSeconds()) + " s";
    }
    if (age.toMinutes() < 60) {
      return age.toMinutes() + " min";
    }
    return age.toHours() < 48 ? age.toHours() + " h" : age.toDays() + " d";
  }

  public static String who(HeadModel head) {
    String author = head.getAuthor();
    return author.isEmpty() ? SERVICE : oneLine(author.replaceFirst("^person ", ""));
  }

  /** The version that the weights come from, if not its own. */
  public static String weights(HeadModel head) {
    if (!head.hasRestoredVersion()) {
      return "own";
    }
    return version(head.getRestoredVersion());
  }

  public static String version(long version) {
    return version == 0 ? "source" : Long.toString(version);
  }

  /** Without line ends and control characters, which a record may contain. */
  public static String oneLine(String text) {
    return text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
  }

  public static ObjectNode json(HeadModel head, boolean active) {
    ObjectNode node =
        JsonOutput.object()
            .put("domain", head.getDomain())
            .put("version", head.getVersion())
            .put("active", active)
            .put("parent_version", head.getParentVersion())
            .put("pinned", head.getPinned())
            .put("author", head.getAuthor())
            .put("created", created(head).toString())
            .put("report_summary", head.getReportSummary())
            .put("backbone_fingerprint", head.getBackboneFingerprint())
            .put("head_sha256", hex(head))
            .put("signed", !head.getSignature().isEmpty());
    if (head.hasRestoredVersion()) {
      node.put("restored_version", head.getRestoredVersion());
    }
    return node;
  }

  public static String hex(HeadModel head) {
    return HexFormat.of().formatHex(head.getSha256().toByteArray());
  }
}
