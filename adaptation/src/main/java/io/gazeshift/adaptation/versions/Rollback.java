package io.gazeshift.adaptation.versions;

import io.gazeshift.adaptation.versions.Registrar.Pin;
import io.gazeshift.common.UserError;
import io.gazeshift.glsge.data.HeadFile;
import io.gazeshift.inference.heads.HeadRecords;
import io.gazeshift.protocol.v1.HeadModel;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * An earlier head of a domain that becomes active again as a new version.
 *
 * @param target the version to restore; 0 is the source head
 * @param done what was done, in a few words
 */
public record Rollback(String domain, long target, HeadFile head, Pin pin, String done) {

  /**
   * Finds the version to restore.
   *
   * @param to the version, 0 for the source head; empty: the parent of the active head
   * @param source supplies the source head if it is the one to restore
   * @throws UserError if there is no such version, or restoring it would change nothing or give a
   *     head that inference rejects
   */
  public static Rollback of(
      HeadVersions versions, String domain, OptionalLong to, Pin pin, Supplier<HeadFile> source) {
    Optional<HeadModel> current = versions.current(domain);
    boolean keepsSource = pin == Pin.PINNED && to.isPresent() && to.getAsLong() == 0;
    if (current.isEmpty() && !keepsSource) {
      versions.require(domain);
    }
    long target = to.orElseGet(() -> current.orElseThrow().getParentVersion());
    HeadFile head = target == 0 ? source.get() : HeadRecords.file(versions.require(domain, target));
    String done =
        current
            .map(
                active ->
                    "back from %d to %s"
                        .formatted(active.getVersion(), target == 0 ? "source" : "" + target))
            .orElse("the source head");
    Rollback rollback = new Rollback(domain, target, head, pin, done);
    current.ifPresent(active -> rollback.refuseUseless(versions, active));
    return rollback;
  }

  /** The new version. */
  public Publication make(Registrar by, String summary, Author author) {
    return target == 0
        ? by.restoreSource(domain, head, pin, summary, author)
        : by.restore(domain, target, pin, summary, author);
  }

  private void refuseUseless(HeadVersions versions, HeadModel active) {
    if (!head.backboneFingerprint().equals(active.getBackboneFingerprint())) {
      throw new UserError(
          ("domain '%s': %s was made for the backbone %.12s..., the active head %d for"
                  + " %.12s...; inference would reject it. %s")
              .formatted(
                  domain,
                  target == 0 ? "the source head of the configured model" : "head " + target,
                  head.backboneFingerprint(),
                  active.getVersion(),
                  active.getBackboneFingerprint(),
                  target == 0
                      ? "Name the model of this domain's inference: --set infer.model=studio for"
                          + " synthetic cameras, its directory for a model of your own, or pass"
                          + " its configuration with --config"
                      : "Choose a version of this backbone with --to"));
    }
    String activeWeights = HexFormat.of().formatHex(active.getSha256().toByteArray());
    if (head.head().sha256().equals(activeWeights)
        && versions.isNewestRecord(domain)
        && pin != Pin.PINNED) {
      throw new UserError(
          "domain '%s': the active head %d already has the weights of %s; choose another with --to, 'gazeshift models list --domain %s' lists them"
              .formatted(domain, active.getVersion(), whose(), domain));
    }
  }

  /** The head whose weights are restored, in words. */
  public String whose() {
    return target == 0 ? "the source head" : "head " + target;
  }
}
