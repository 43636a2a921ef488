package io.gazeshift.trials.harness;

import io.gazeshift.protocol.v1.FaceIdentity;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Which faces were sent, which of them Kafka acknowledged, and which committed prediction each of
 * them got. Thread-safe.
 */
public final class Ledger {

  private record Key(String camera, long session, long seq, int face) {
    static Key of(FaceIdentity face) {
      return new Key(
          face.getCamera(), face.getCaptureSession(), face.getFrameSeq(), face.getFaceIndex());
    }
  }

  private final Set<Key> sent = ConcurrentHashMap.newKeySet();
  private final Map<Key, Long> acknowledged = new ConcurrentHashMap<>();
  private final Map<Key, Integer> predicted = new ConcurrentHashMap<>();
  private final Map<String, Long> newestCaptureMicros = new ConcurrentHashMap<>();

  /** It may or may not arrive. */
  public void sent(FaceIdentity face) {
    newestCaptureMicros.putIfAbsent(face.getCamera(), Long.MIN_VALUE);
    sent.add(Key.of(face));
  }

  /** It is in the topic, and must be predicted. */
  public void acknowledged(FaceIdentity face) {
    sent(face);
    acknowledged.put(Key.of(face), face.getCaptureMicros());
  }

  /** A committed prediction of it was read. */
  public void predicted(FaceIdentity face) {
    predicted.merge(Key.of(face), 1, Integer::sum);
    newestCaptureMicros.merge(face.getCamera(), face.getCaptureMicros(), Math::max);
  }

  /** Whether each camera that ever sent a face has one predicted that was captured after that. */
  public boolean everyCameraPredictedSince(long captureMicros) {
    return !newestCaptureMicros.isEmpty()
        && newestCaptureMicros.values().stream().allMatch(newest -> newest > captureMicros);
  }

  public long sent() {
    return sent.size();
  }

  public long acknowledged() {
    return acknowledged.size();
  }

  /** When the newest acknowledged face was captured; 0 where there is none. */
  public long newestAcknowledgedMicros() {
    return acknowledged.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /** The numbers of a camera's frames of which a face was acknowledged. */
  public SortedSet<Long> framesOf(String camera) {
    return acknowledged.keySet().stream()
        .filter(face -> face.camera.equals(camera))
        .map(Key::seq)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  public long predicted() {
    return predicted.size();
  }

  /** Acknowledged, and not predicted so far. */
  public long losses() {
    return lossesBefore(Long.MAX_VALUE);
  }

  /** The same, of what was captured before that time. */
  public long lossesBefore(long captureMicros) {
    return acknowledged.entrySet().stream()
        .filter(face -> face.getValue() < captureMicros && !predicted.containsKey(face.getKey()))
        .count();
  }

  /** Predictions of faces that had one already. */
  public long duplicates() {
    return predicted.values().stream().mapToLong(times -> times - 1).sum();
  }

  /** Predictions of faces that were never sent. */
  public long strangers() {
    return predicted.keySet().stream().filter(face -> !sent.contains(face)).count();
  }
}
