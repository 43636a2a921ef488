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
 * An earlier head of a domain that is to be in force again, as a new version.
 *
 * @param target the version whose head it is; 0 is the source head
 * @param done what is done, in a few words
 */
public record Rollback(String domain, long target, HeadFile head, Pin pin, String done) {

  /**
   * Finds what to go back to.
   *
   * @param to the version, 0 for the source head; none: the parent of the one in force
   * @param source the source head, asked for where it is the one
   * @throws UserError where there is no such version, or going back there would change nothing or
   *     give a head that inference refuses
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
                inForce ->
                    "back from %d to %s"
                        .formatted(inForce.getVersion(), target == 0 ? "source" : "" + target))
            .orElse("the source head");
    Rollback rollback = new Rollback(domain, target, head, pin, done);
    current.ifPresent(inForce -> rollback.refuseUseless(versions, inForce));
    return rollback;
  }

  /** The new version. */
  public Publication make(Registrar by, String summary, Author author) {
    return target == 0
        ? by.restoreSource(domain, head, pin, summary, author)
        : by.restore(domain, target, pin, summary, author);
  }

  private void refuseUseless(HeadVersions versions, HeadModel inForce) {
    if (!head.backboneFingerprint().equals(inForce.getBackboneFingerprint())) {
      throw new UserError(
          ("domain '%s': %s was made for the backbone %.12s..., head %d, which is in force, for"
                  + " %.12s...; inference would refuse it")
              .formatted(
                  domain,
                  target == 0 ? "the source head of the configured model" : "head " + target,
                  head.backboneFingerprint(),
                  inForce.getVersion(),
                  inForce.getBackboneFingerprint()));
    }
    String weightsInForce = HexFormat.of().formatHex(inForce.getSha256().toByteArray());
    if (head.head().sha256().equals(weightsInForce)
        && versions.isNewestRecord(domain)
        && pin != Pin.PINNED) {
      throw new UserError(
          "domain '%s': the active head %d already has the weights of %s; choose another with --to, 'gazeshift models list --domain %s' lists them"
              .formatted(domain, inForce.getVersion(), whose(), domain));
    }
  }

  /** Whose weights come back. */
  public String whose() {
    return target == 0 ? "the source head" : "head " + target;
  }
}
