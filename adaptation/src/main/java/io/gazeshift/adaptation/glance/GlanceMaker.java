package io.gazeshift.adaptation.glance;

import com.google.protobuf.ByteString;
import io.gazeshift.common.Micros;
import io.gazeshift.common.UserError;
import io.gazeshift.protocol.RecordType;
import io.gazeshift.protocol.v1.CalibrationGlance;
import io.gazeshift.protocol.v1.FeatureSample;
import io.gazeshift.targets.shape.PointMm;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Makes a glance from the faces that were seen while a person looked at a known point. */
public final class GlanceMaker {

  /** With fewer frames, a blink or a late look would dominate the glance. */
  static final int FEWEST_FRAMES = 5;

  private static final double LEAST_QUALITY = 0.3;
  private static final double LEAST_OPENNESS = 0.4;

  /** More frames of one look add no information. */
  private static final int MOST_FRAMES = 60;

  private static final int RESERVED_BYTES = 4096;

  private final String domain;
  private final Optional<Integer> faceIndex;
  private final Set<String> backbones;
  private final String author;
  private final Supplier<String> ids;
  private final InstantSource clock;

  /**
   * @param faceIndex the face that looks; where none is named there must be only one
   * @param backbones fingerprints that the domain's head and its glances already have; empty: any
   * @param ids makes names that are not taken
   */
  public GlanceMaker(
      String domain,
      Optional<Integer> faceIndex,
      Set<String> backbones,
      String author,
      Supplier<String> ids,
      InstantSource clock) {
    this.domain = domain;
    this.faceIndex = faceIndex;
    this.backbones = Set.copyOf(backbones);
    this.author = author;
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * Watches for a while, publishes the glance and says how it was predicted.
   *
   * @throws UserError where nothing is seen or it makes no glance
   */
  public GlanceScore collect(FaceWatch watch, Duration length, Aim aim, GlanceStore store) {
    CalibrationGlance glance = make(watch.during(length), aim);
    store.publish(glance);
    return GlanceScore.of(List.of(glance)).get(0);
  }

  /**
   * The glance, not yet published.
   *
   * @throws UserError where the faces do not make one
   */
  CalibrationGlance make(List<Sighting> sightings, Aim aim) {
    List<Sighting> ofOne = ofOneFace(sightings);
    requireBackbone(ofOne);
    List<Sighting> used = ofOne.stream().filter(GlanceMaker::isUsable).toList();
    if (used.size() < FEWEST_FRAMES) {
      throw tooFew(ofOne, used.size());
    }
    PointMm face =
        new PointMm(median(used, PointMm::x), median(used, PointMm::y), median(used, PointMm::z));
    return CalibrationGlance.newBuilder()
        .setDomain(domain)
        .setGlanceId(ids.get())
        .setCameraGaze(aim.from(face).toMessage())
        .addAllFrames(thinned(used))
        .setAuthor(author)
        .setCreatedMicros(Micros.of(clock.instant()))
        .build();
  }

  private List<Sighting> ofOneFace(List<Sighting> sightings) {
    Set<Integer> faces =
        sightings.stream()
            .map(sighting -> sighting.sample().getIdentity().getFaceIndex())
            .collect(Collectors.toCollection(TreeSet::new));
    if (faceIndex.isEmpty() && areTogether(sightings)) {
      throw new UserError(
          "several faces were seen at once (%s); let only the one that looks be in view, or name it"
                  .formatted(faces)
              + " with --face");
    }
    if (faceIndex.isPresent() && !faces.contains(faceIndex.get())) {
      throw new UserError("--face: %d was not seen, only %s".formatted(faceIndex.get(), faces));
    }
    return sightings.stream()
        .filter(
            sighting ->
                faceIndex.isEmpty()
                    || faceIndex.get() == sighting.sample().getIdentity().getFaceIndex())
        .toList();
  }

  /** A face that was lost for a moment comes back under another number; it is still one. */
  private static boolean areTogether(List<Sighting> sightings) {
    Set<List<Long>> frames = new HashSet<>();
    return !sightings.stream()
        .map(sighting -> sighting.sample().getIdentity())
        .allMatch(face -> frames.add(List.of(face.getCaptureSession(), face.getFrameSeq())));
  }

  private void requireBackbone(List<Sighting> sightings) {
    Set<String> seen =
        sightings.stream()
            .map(sighting -> sighting.sample().getBackboneFingerprint())
            .collect(Collectors.toCollection(TreeSet::new));
    if (seen.size() > 1) {
      throw new UserError(
          "the camera's features come from %d backbones at once; let all inference run one model"
              .formatted(seen.size()));
    }
    if (!backbones.isEmpty() && !backbones.containsAll(seen)) {
      throw new UserError(
          ("the camera's features come from the backbone %s, but the head or the glances of domain"
                  + " %s belong to %s; run inference with their model, or remove the glances with"
                  + " 'gazeshift glances remove --domain %s --all' and roll the head back")
              .formatted(
                  shortened(seen.iterator().next()),
                  domain,
                  backbones.stream().map(GlanceMaker::shortened).toList(),
                  domain));
    }
  }

  private static boolean isUsable(Sighting sighting) {
    FeatureSample sample = sighting.sample();
    // Written so that NaN is rejected.
    return sample.getQuality().getEyeOpenness() >= LEAST_OPENNESS
        && sample.getQuality().getOverall() >= LEAST_QUALITY
        && isFinite(sample.getFeatureFp16());
  }

  /** The upper byte of a little-endian half holds its whole exponent. */
  private static boolean isFinite(ByteString halves) {
    for (int i = 1; i < halves.size(); i += Short.BYTES) {
      if ((halves.byteAt(i) & 0x7c) == 0x7c) {
        return false;
      }
    }
    return true;
  }

  private static UserError tooFew(List<Sighting> all, int used) {
    long closed =
        all.stream()
            .filter(s -> !(s.sample().getQuality().getEyeOpenness() >= LEAST_OPENNESS))
            .count();
    return new UserError(
        ("%d of %d frames can be used, %d are needed (eyes closed in %d, the others blurred, dark"
                + " or turned away); keep the eyes open and the face lit, or look longer with"
                + " --seconds")
            .formatted(used, all.size(), FEWEST_FRAMES, closed));
  }

  /** Evenly chosen, so many as a record holds. */
  private static List<FeatureSample> thinned(List<Sighting> used) {
    int largest = used.stream().mapToInt(s -> s.sample().getSerializedSize()).max().orElse(1);
    int room = (RecordType.CALIBRATION_GLANCE.maxBytes() - RESERVED_BYTES) / (largest + 8);
    int count = Math.min(used.size(), Math.min(MOST_FRAMES, room));
    List<FeatureSample> frames = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      frames.add(used.get(i * used.size() / count).sample());
    }
    return frames;
  }

  private static double median(List<Sighting> used, ToDoubleFunction<PointMm> axis) {
    double[] sorted = used.stream().map(Sighting::face).mapToDouble(axis).sorted().toArray();
    return 0.5 * (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]);
  }

  private static String shortened(String fingerprint) {
    return fingerprint.length() <= 12 ? fingerprint : fingerprint.substring(0, 12) + "...";
  }
}
