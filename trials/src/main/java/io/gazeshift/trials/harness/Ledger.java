package io.gazeshift.trials.harness;

import io.gazeshift.protocol.v1.FaceIdentity;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

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
  private final AtomicLong newestCaptureMicros = new AtomicLong();

  /** It may or may not arrive. */
  public void sent(FaceIdentity face) {
    sent.add(Key.of(face));
  }

  /** It is in the topic, and must be predicted. */
  public void acknowledged(FaceIdentity face) {
    sent.add(Key.of(face));
    acknowledged.put(Key.of(face), face.getCaptureMicros());
  }

  /** A committed prediction of it was read. */
  public void predicted(FaceIdentity face) {
    predicted.merge(Key.of(face), 1, Integer::sum);
    newestCaptureMicros.accumulateAndGet(face.getCaptureMicros(), Math::max);
  }

  /** When the newest face that is predicted was captured. */
  public long newestCaptureMicros() {
    return newestCaptureMicros.get();
  }

  public long acknowledged() {
    return acknowledged.size();
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

  /** Predictions of faces that nobody sent. */
  public long strangers() {
    return predicted.keySet().stream().filter(face -> !sent.contains(face)).count();
  }
}
