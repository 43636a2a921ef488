package io.gazeshift.outputs.export;

import io.gazeshift.inference.predictions.PredictionText;
import io.gazeshift.protocol.v1.GazePrediction;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;

/** One JSON object on each line, as the live stream has it. */
final class JsonLinesWriter implements PredictionWriter {

  private final PredictionText text = new PredictionText(ZoneOffset.UTC);
  private final BufferedWriter file;

  JsonLinesWriter(Path path) throws IOException {
    this.file = Files.newBufferedWriter(path);
  }

  @Override
  public void write(GazePrediction prediction) throws IOException {
    file.write(text.forPrograms(prediction));
    file.write('\n');
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
