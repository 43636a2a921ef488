package io.gazeshift.daemon.quality;

import io.gazeshift.adaptation.glance.GlanceRules;
import io.gazeshift.adaptation.glance.Glances;
import io.gazeshift.adaptation.quality.PredictedTracks;
import io.gazeshift.adaptation.versions.HeadVersions;
import io.gazeshift.common.kafka.KafkaAccess;
import io.gazeshift.inference.keys.TrustedKeys;
import io.gazeshift.outputs.export.PredictionWriter;
import io.gazeshift.outputs.export.StoredPredictions;
import io.gazeshift.protocol.v1.GazePrediction;
import io.gazeshift.protocol.v1.HeadModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Reads what Kafka has of a domain. */
public final class StoredInput {

  private StoredInput() {}

  public static QualityInput read(KafkaAccess kafka, TrustedKeys keys, QualitySelection selection) {
    return new QualityInput(
        selection.domain(),
        predictions(kafka, selection),
        Glances.read(kafka, GlanceRules.signedBy(keys)).of(selection.domain()),
        active(kafka, keys, selection.domain()));
  }

  /** The predictions alone. */
  public static PredictedTracks predictions(KafkaAccess kafka, QualitySelection selection) {
    PredictedTracks tracks = new PredictedTracks();
    try {
      // What is captured at a time is published later, and what is published may wait until now.
      new StoredPredictions(kafka, selection.from(), Optional.empty())
          .write(new Collector(tracks), selection::includes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return tracks;
  }

  private static Optional<HeadModel> active(KafkaAccess kafka, TrustedKeys keys, String domain) {
    try (HeadVersions versions = new HeadVersions(kafka, keys)) {
      versions.refresh();
      return versions.current(domain).flatMap(head -> versions.find(domain, head.getVersion()));
    }
  }

  /** Keeps predictions instead of writing them to a file. */
  private record Collector(PredictedTracks tracks) implements PredictionWriter {

    @Override
    public void write(GazePrediction prediction) {
      tracks.add(prediction);
    }

    @Override
    public void close() {}
  }
}
