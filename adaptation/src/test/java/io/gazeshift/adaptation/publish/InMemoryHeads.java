package io.gazeshift.adaptation.publish;

import io.gazeshift.adaptation.versions.Publication;
import io.gazeshift.common.UserError;
import io.gazeshift.glsge.head.Head;
import io.gazeshift.inference.heads.HeadRecords;
import io.gazeshift.protocol.v1.HeadModel;
import io.gazeshift.testing.TestHeads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Heads without a broker: what {@link InMemoryOutbox} writes becomes active at once. */
public final class InMemoryHeads implements Heads {

  private static final String SERVICE = "service";

  private final Head source;
  private final Map<String, List<HeadModel>> versions = new HashMap<>();
  private final Set<String> broken = new HashSet<>();
  private final Set<String> hidden = new HashSet<>();
  private Optional<Head> instead = Optional.empty();
  private Optional<String> exhausted = Optional.empty();

  public InMemoryHeads(Head source) {
    this.source = source;
  }

  /** A person publishes a head. */
  public void publish(String domain, Head head, boolean pinned) {
    commit(model(domain, head, newest(domain), "person test").setPinned(pinned).build());
  }

  /** As the cluster does: of two heads of one version, the first is active. */
  void commit(HeadModel head) {
    if (head.getVersion() == newest(head.getDomain()) + 1) {
      versions.computeIfAbsent(head.getDomain(), name -> new ArrayList<>()).add(head);
    }
  }

  public Optional<HeadModel> active(String domain) {
    List<HeadModel> all = versions.getOrDefault(domain, List.of());
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
  }

  private long newest(String domain) {
    return active(domain).map(HeadModel::getVersion).orElse(0L);
  }

  private HeadModel.Builder model(String domain, Head head, long parentVersion, String author) {
    return TestHeads.record(domain, newest(domain) + 1, "b", head).toBuilder()
        .setParentVersion(parentVersion)
        .setAuthor(author);
  }

  @Override
  public void refresh() {}

  @Override
  public void refreshPast(RecordMetadata position) {}

  @Override
  public Facts facts(String domain) {
    return active(domain)
        .map(
            head ->
                new Facts(
                    head.getVersion(),
                    head.getParentVersion(),
                    head.getPinned(),
                    head.hasRestoredVersion(),
                    head.getAuthor()))
        .orElse(new Facts(0, 0, false, false, ""));
  }

  /** The active head can no longer be loaded. */
  public void breakActive(String domain) {
    broken.add(domain);
  }

  @Override
  public Head load(String domain) {
    if (broken.contains(domain)) {
      throw new UserError("the active head cannot be used");
    }
    return load(domain, newest(domain));
  }

  @Override
  public Head origin(String domain) {
    return source;
  }

  @Override
  public Head load(String domain, long version) {
    if (version == 0) {
      return source;
    }
    return versions.getOrDefault(domain, List.of()).stream()
        .filter(head -> head.getVersion() == version)
        .map(head -> HeadRecords.file(head).head())
        .findFirst()
        .orElseThrow(() -> new UserError("head %d is not kept".formatted(version)));
  }

  /** Forgets an old version, as the history does. */
  public void forget(String domain, long version) {
    versions.get(domain).removeIf(head -> head.getVersion() == version);
  }

  @Override
  public Publication restore(String domain, long version, String summary) {
    return new Publication(
        model(domain, load(domain, version), 0, SERVICE)
            .setRestoredVersion(version)
            .setReportSummary(summary)
            .build());
  }

  @Override
  public Publication publication(String domain, Head head, long parentVersion, String summary) {
    if (exhausted.isPresent()) {
      throw new UserError(exhausted.get());
    }
    return new Publication(
        model(domain, instead.orElse(head), parentVersion, SERVICE)
            .setReportSummary(summary)
            .build());
  }

  /** The next candidates are published as this head. */
  public void publishNext(Head head) {
    instead = Optional.of(head);
  }

  /** No domain can have a further version. */
  public void publishNothing(String why) {
    exhausted = Optional.of(why);
  }

  @Override
  public boolean isActive(Publication published, RecordMetadata position) {
    return active(published.domain())
        .filter(head -> head.getVersion() == published.version())
        .filter(head -> head.getAuthor().equals(published.head().getAuthor()))
        .isPresent();
  }

  @Override
  public List<ProducerRecord<String, byte[]>> mending(String domain) {
    return List.of();
  }

  @Override
  public List<ProducerRecord<String, byte[]>> again(String domain) {
    HeadModel head = active(domain).orElseThrow();
    hidden.remove(domain);
    return restore(domain, head.getVersion(), "again").records();
  }

  @Override
  public SortedSet<String> domains() {
    return new TreeSet<>(versions.keySet());
  }

  /** As after a lost race whose loser has died. */
  public void hide(String domain) {
    hidden.add(domain);
  }

  @Override
  public boolean isHidden(String domain) {
    return hidden.contains(domain);
  }

  @Override
  public void close() {}
}
