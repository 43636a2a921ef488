package io.gazeshift.outputs.export;

import io.gazeshift.protocol.v1.GazePrediction;
import java.io.IOException;
import java.nio.file.Path;

/** Writes predictions to a file. For one thread. */
public interface PredictionWriter extends AutoCloseable {

  /** The formats of files. */
  enum Format {
    CSV,
    JSONL,
    PARQUET
  }

  void write(GazePrediction prediction) throws IOException;

  @Override
  void close() throws IOException;

  /** A new file; replaces one that is there. */
  static PredictionWriter open(Path file, Format format) throws IOException {
    return switch (format) {
      case CSV -> new CsvWriter(file);
      case JSONL -> new JsonLinesWriter(file);
      case PARQUET -> new ParquetFile(file);
    };
  }
}
